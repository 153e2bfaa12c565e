package calculator

import (
	"context"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"
)

// unit is a unit of a dimension. A value in the base unit is (value + offset) * factor.
type unit struct {
	name, dimension string
	factor, offset  string
	// names are other spellings of the unit, in lower case unless case distinguishes units.
	names []string
}

// units are all units. All factors are exact. "gal", "pt" and "cup" are the US units.
var units = []unit{
	{"km", "length", "1000", "", []string{"kilometer", "kilometers", "kilometre", "kilometres"}},
	{"m", "length", "1", "", []string{"meter", "meters", "metre", "metres"}},
	{"cm", "length", "0.01", "", []string{"centimeter", "centimeters", "centimetre", "centimetres"}},
	{"mm", "length", "0.001", "", []string{"millimeter", "millimeters", "millimetre", "millimetres"}},
	{"miles", "length", "1609.344", "", []string{"mile", "mi"}},
	{"nautical miles", "length", "1852", "", []string{"nautical mile", "nmi"}},
	{"yd", "length", "0.9144", "", []string{"yard", "yards"}},
	{"ft", "length", "0.3048", "", []string{"foot", "feet", "'", "′"}},
	{"in", "length", "0.0254", "", []string{"inch", "inches", "\"", "″"}},

	{"t", "weight", "1000000", "", []string{"tonne", "tonnes"}},
	{"kg", "weight", "1000", "", []string{"kilogram", "kilograms", "kilo", "kilos"}},
	{"g", "weight", "1", "", []string{"gram", "grams"}},
	{"mg", "weight", "0.001", "", []string{"milligram", "milligrams"}},
	{"st", "weight", "6350.29318", "", []string{"stone", "stones"}},
	{"lb", "weight", "453.59237", "", []string{"lbs", "pound", "pounds"}},
	{"oz", "weight", "28.349523125", "", []string{"ounce", "ounces"}},

	{"l", "volume", "1000", "", []string{"liter", "liters", "litre", "litres"}},
	{"dl", "volume", "100", "", []string{"deciliter", "deciliters"}},
	{"cl", "volume", "10", "", []string{"centiliter", "centiliters"}},
	{"ml", "volume", "1", "", []string{"milliliter", "milliliters", "millilitre", "millilitres"}},
	{"m³", "volume", "1000000", "", []string{"m3", "m^3", "cubic meter", "cubic meters"}},
	{"gal", "volume", "3785.411784", "", []string{"gallon", "gallons", "us gal", "us gallons"}},
	{"qt", "volume", "946.352946", "", []string{"quart", "quarts"}},
	{"pt", "volume", "473.176473", "", []string{"pint", "pints"}},
	{"cups", "volume", "236.5882365", "", []string{"cup"}},
	{"fl oz", "volume", "29.5735295625", "", []string{"fluid ounce", "fluid ounces"}},
	{"tbsp", "volume", "14.78676478125", "", []string{"tablespoon", "tablespoons"}},
	{"tsp", "volume", "4.92892159375", "", []string{"teaspoon", "teaspoons"}},
	{"UK gal", "volume", "4546.09", "", []string{"uk gal", "uk gallon", "uk gallons", "imperial gallons"}},
	{"UK pt", "volume", "568.26125", "", []string{"uk pt", "uk pint", "uk pints", "imperial pints"}},

	{"km²", "area", "1000000", "", []string{"km2", "km^2", "square kilometers", "square kilometres"}},
	{"ha", "area", "10000", "", []string{"hectare", "hectares"}},
	{"m²", "area", "1", "", []string{"m2", "m^2", "sq m", "square meters", "square metres"}},
	{"acres", "area", "4046.8564224", "", []string{"acre"}},
	{"sq ft", "area", "0.09290304", "", []string{"ft2", "ft²", "ft^2", "square feet", "square foot"}},
	{"sq mi", "area", "2589988.110336", "", []string{"mi2", "square miles", "square mile"}},

	{"km/h", "speed", "1", "", []string{"kmh", "kph", "kilometers per hour"}},
	{"m/s", "speed", "3.6", "", []string{"meters per second"}},
	{"mph", "speed", "1.609344", "", []string{"mi/h", "miles per hour"}},
	{"kn", "speed", "1.852", "", []string{"knot", "knots"}},

	{"s", "time", "1", "", []string{"sec", "second", "seconds"}},
	{"ms", "time", "0.001", "", []string{"millisecond", "milliseconds"}},
	{"min", "time", "60", "", []string{"minute", "minutes"}},
	{"h", "time", "3600", "", []string{"hr", "hour", "hours"}},
	{"days", "time", "86400", "", []string{"d", "day"}},
	{"weeks", "time", "604800", "", []string{"week"}},

	// The base is a ninth of a kelvin, so that both factors are whole.
	{"°C", "temperature", "9", "273.15", []string{"°c", "c", "celsius", "degrees celsius"}},
	{"°F", "temperature", "5", "459.67", []string{"°f", "f", "fahrenheit", "degrees fahrenheit"}},
	{"K", "temperature", "9", "", []string{"kelvin", "k"}},

	{"B", "data", "8", "", []string{"byte", "bytes"}},
	{"bit", "data", "1", "", []string{"bits"}},
	{"kB", "data", "8000", "", []string{"kb", "kilobyte", "kilobytes"}},
	{"MB", "data", "8000000", "", []string{"mb", "megabyte", "megabytes"}},
	{"GB", "data", "8000000000", "", []string{"gb", "gigabyte", "gigabytes"}},
	{"TB", "data", "8000000000000", "", []string{"tb", "terabyte", "terabytes"}},
	{"KiB", "data", "8192", "", []string{"kib"}},
	{"MiB", "data", "8388608", "", []string{"mib"}},
	{"GiB", "data", "8589934592", "", []string{"gib"}},
	{"TiB", "data", "8796093022208", "", []string{"tib"}},
	{"Mbit", "data", "1000000", "", []string{"mbit", "megabit", "megabits"}},
	{"Gbit", "data", "1000000000", "", []string{"gbit", "gigabit", "gigabits"}},

	{"%", "share", "0.01", "", []string{"percent"}},
}

var unitNames = func() map[string]*unit {
	all := map[string]*unit{}
	for i := range units {
		for _, name := range append([]string{units[i].name}, units[i].names...) {
			all[name] = &units[i]
		}
	}
	return all
}()

func unitNamed(name string) *unit {
	name = strings.Join(strings.Fields(name), " ")
	if u := unitNames[name]; u != nil {
		return u
	}
	return unitNames[strings.ToLower(name)]
}

// conversion is an expression of the form "left in target".
type conversion struct {
	left   string
	target *unit
}

var conversionWords = regexp.MustCompile(`(?is)^(.*\S)\s*(?:\s(?:in|to|into|as)\s|->|→)\s*(\S.*?)\s*$`)

// splitConversion splits a conversion such as "5 ft in m"; it returns false for other expressions.
func splitConversion(expression string) (conversion, bool) {
	m := conversionWords.FindStringSubmatch(expression)
	if m == nil {
		return conversion{}, false
	}
	c := conversion{m[1], unitNamed(m[2])}
	return c, c.target != nil
}

func (c conversion) evaluate(ctx context.Context) (string, error) {
	base, err := quantity(ctx, c.left, c.target)
	if err != nil {
		return "", err
	}
	calc := calculation{ctx}
	v, err := calc.divide(0, base, constant(c.target.factor))
	if err == nil && c.target.offset != "" {
		v, err = calc.add(0, v, constant(c.target.offset), -1)
	}
	if err != nil {
		return "", err
	}
	text, note, _ := strings.Cut(v.text(), " ")
	text += " " + c.target.name
	if note != "" {
		text += " " + note
	}
	return text, nil
}

// anotherPart matches a quantity with a further number at its end, such as "5 ft 3" of "5 ft 3 in".
var anotherPart = regexp.MustCompile(`^(.*[^\d\s.,(+*/^-])\s*([\d.,]+)\s*$`)

// quantity returns a number with a unit, such as "5 ft" or "5 ft 3 in", in the base unit of the
// target.
func quantity(ctx context.Context, text string, target *unit) (value, error) {
	calc := calculation{ctx}
	number, u := splitUnit(text)
	if u == nil {
		if target.dimension == "share" {
			return evaluate(ctx, text, 0)
		}
		return value{}, problem(0, "unit_missing", `The unit before "in" is missing or not known: "%s".`, shown(strings.TrimSpace(text)))
	}
	if u.dimension != target.dimension {
		return value{}, problem(0, "units_differ", "%s (%s) cannot be converted into %s (%s).", u.name, u.dimension, target.name, target.dimension)
	}
	var before value
	offset := 0
	if m := anotherPart.FindStringSubmatch(number); m != nil && u.offset == "" {
		if _, other := splitUnit(m[1]); other != nil {
			var err error
			if before, err = quantity(ctx, m[1], target); err != nil {
				return value{}, err
			}
			offset, number = utf8.RuneCountInString(number)-utf8.RuneCountInString(m[2]), m[2]
		}
	}
	v, err := evaluate(ctx, number, offset)
	if err == nil && u.offset != "" {
		v, err = calc.add(0, v, constant(u.offset), 1)
	}
	if err == nil {
		v, err = calc.multiply(0, v, constant(u.factor))
	}
	if err == nil && before.number != nil {
		sign := 1
		if before.number.Negative { // -5 ft 3 in is -(5 ft 3 in)
			sign = -1
		}
		v, err = calc.add(0, before, v, sign)
	}
	return v, err
}

// splitUnit splits the longest unit off the end of a text.
func splitUnit(text string) (before string, u *unit) {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	for i := range text {
		if i == 0 {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(text[:i])
		if first, _ := utf8.DecodeRuneInString(text[i:]); unicode.IsLetter(last) && unicode.IsLetter(first) || unicode.IsSpace(first) {
			continue
		}
		if u := unitNamed(text[i:]); u != nil {
			return text[:i], u
		}
	}
	return text, nil
}

func constant(text string) value {
	d, _, err := apd.NewFromString(text)
	if err != nil {
		panic("calculator: a factor that is no number: " + text)
	}
	return value{number: d}
}
