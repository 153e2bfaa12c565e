package tools

import _ "time/tzdata" // Windows has no time zones by the names that models use
