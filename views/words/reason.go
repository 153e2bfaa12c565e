package words

import (
	"cmp"

	"parlando/app/reason"
	"parlando/views/format"
	"parlando/views/i18n"
)

// reasonText makes the sentence for an error with a code.
type reasonText reason.Reason

// Reason returns the sentence for an error with a code; "" for an unknown code, such as that of a
// later version.
func Reason(r reason.Reason) string {
	c := reasonText(r)
	return cmp.Or(c.ofTool(), c.ofNumber(), c.ofExpression())
}

// ofTool returns the sentence for an error of a tool other than the calculator.
func (c reasonText) ofTool() string {
	switch c.Code {
	case "unknown_argument":
		return i18n.Text("The model gave it a value that it doesn't know: {{.Name}}", c.named("", "Name"))
	case "argument_range":
		return i18n.Text("The value “{{.Name}}” must be between {{.Least}} and {{.Most}}.", c.named("Name", "Least", "Most"))
	case "arguments_not_read", "arguments_do_not_fit", "arguments_not_checked":
		return i18n.Text("The model gave it values that don't fit.")
	case "definition_unusable":
		return i18n.Text("Its definition can't be used.")
	case "long_zone":
		return i18n.Text("The name of the time zone is too long.")
	case "no_zone":
		return i18n.Text("There is no time zone “{{.Name}}”.", c.named("Name"))
	case "no_date":
		return i18n.Text("“{{.Text}}” isn't a date from the year 1 to 9999.", c.named("Text"))
	case "outside_years":
		return i18n.Text("The result lies outside the years 1 to 9999.")
	case "temporary_chat":
		return i18n.Text("Nothing is remembered of a temporary chat.")
	case "memory_empty":
		return i18n.Text("There was no sentence to remember.")
	case "memory_too_long":
		return i18n.Plural("A sentence can have at most {{.N}} characters.", c.number(0))
	case "memories_full":
		return i18n.Plural("The list is full: it has {{.N}} sentences. Remove one first.", c.number(0))
	case "memory_not_stored":
		return i18n.Text("The sentence couldn't be saved. Nothing was remembered.")
	case "search_length":
		return i18n.Plural("A search must have 1 to {{.N}} characters.", c.number(0))
	case "no_search":
		return i18n.Text("There is nothing to search here.")
	case "search_failed":
		return i18n.Text("The search failed. Nothing was found or sent.")
	case "not_allowed":
		return i18n.Text("You haven't allowed it.")
	case "call_changed":
		return i18n.Text("It isn't what you allowed.")
	case "tool_crashed":
		return i18n.Text("It ended unexpectedly.")
	}
	return ""
}

// ofNumber returns the sentence for an error of the calculator about a number or a result.
func (c reasonText) ofNumber() string {
	switch c.Code {
	case "no_value":
		return i18n.Text("This has no value.")
	case "too_small":
		return i18n.Text("The result is too close to zero.")
	case "too_large":
		return i18n.Plural("The result has more than {{.N}} digits.", c.number(0))
	case "division_by_zero":
		return i18n.Text("A number can't be divided by zero.")
	case "power_of_zero":
		return i18n.Text("Zero can't be raised to the power of zero or less.")
	case "power_of_negative":
		return i18n.Text("A negative number can only be raised to a whole number. For its cube root, write cbrt(x).")
	case "exponent_range":
		return i18n.Text("An exponent must be between {{.Least}} and {{.Most}}.", c.named("Least", "Most"))
	case "root_range":
		return i18n.Text("The second number of a root must be between 1 and {{.Most}}.", c.named("Most"))
	case "no_root":
		return i18n.Text("A negative number has no such root.")
	case "rounding_range":
		return i18n.Plural("A number can be rounded to at most {{.N}} places.", c.number(0))
	case "number_too_long":
		return i18n.Plural("The number has more than {{.N}} digits.", c.number(0))
	case "not_whole":
		return i18n.Text("The second number must be a whole number.")
	case "two_points":
		return i18n.Text("“{{.Text}}” has more than one point. Write numbers as 1250.5 or 1,250.50.", c.named("Text"))
	case "two_readings":
		return i18n.Text("“{{.Text}}” can be read in two ways. Write decimals with a point, as 1.25, and thousands without a comma, as 1250.", c.named("Text"))
	case "no_number":
		return i18n.Text("“{{.Text}}” isn't a number.", c.named("Text"))
	case "unit_missing":
		return i18n.Text("The unit before “in” is missing or unknown: {{.Text}}", c.named("Text"))
	case "units_differ":
		return i18n.Text("{{.From}} can't be converted into {{.To}}.", c.named("From", "", "To"))
	}
	return ""
}

// ofExpression returns the sentence for an error of the calculator about the notation.
func (c reasonText) ofExpression() string {
	switch c.Code {
	case "too_long":
		return i18n.Plural("An expression can have at most {{.N}} characters.", c.number(1))
	case "empty":
		return i18n.Text("The expression is empty.")
	case "currency_sign":
		return i18n.Text("Leave out the currency sign.")
	case "no_meaning":
		return i18n.Text("“{{.Text}}” has no meaning here.", c.named("Text"))
	case "closes_nothing":
		return i18n.Text("This “)” closes nothing.")
	case "not_closed":
		return i18n.Text("This “(” isn't closed.")
	case "no_parenthesis":
		return i18n.Text("“(” is missing after {{.Function}}.", c.named("Function"))
	case "percent_or_remainder":
		return i18n.Text("An operator is missing. For a percentage, write “17 % of 240”; for a remainder, “10 mod 3”.")
	case "percent_twice":
		return i18n.Text("There is one “%” too many.")
	case "two_numbers":
		return i18n.Text("Two numbers stand side by side. Write numbers without spaces, as 1250.")
	case "comma":
		return i18n.Text("A comma separates nothing here. Write decimals with a point.")
	case "operator_missing":
		return i18n.Text("An operator is missing, such as “*”.")
	case "number_missing":
		return i18n.Text("A number is missing at the end.")
	case "number_missing_before":
		return i18n.Text("A number is missing before “{{.Text}}”.", c.named("Text"))
	case "not_understood", "unknown_word":
		return i18n.Text("The calculator doesn't know “{{.Text}}”.", c.named("Text"))
	case "too_deep":
		return i18n.Plural("The expression is nested more than {{.N}} levels deep.", c.number(0))
	case "wrong_count":
		return i18n.Plural("{{.Function}} takes {{.N}} numbers.", c.number(1), c.named("Function"))
	}
	return ""
}

// named returns the values by these names, in their order, fit to show. Values without a name are
// left out.
func (c reasonText) named(names ...string) map[string]any {
	shown := map[string]any{}
	for i, name := range names {
		var value any
		if i < len(c.Values) {
			value = c.Values[i]
		}
		if text, ok := value.(string); ok {
			shown[name] = displayText(text, maxShownName)
		} else {
			shown[name] = format.Number(c.number(i))
		}
	}
	return shown
}

// number returns a value that is a number, 0 for others.
func (c reasonText) number(i int) int {
	if i < len(c.Values) {
		switch n := c.Values[i].(type) {
		case int:
			return n
		case float64:
			return int(n)
		}
	}
	return 0
}
