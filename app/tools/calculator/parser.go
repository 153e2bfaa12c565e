package calculator

import (
	"context"

	"github.com/cockroachdb/apd/v3"
)

// function is a function name followed by parentheses.
type function struct {
	takes int
	call  func(c calculation, place int, x []value) (value, error)
}

func rootOf(n int64) function {
	return function{1, func(c calculation, place int, x []value) (value, error) { return c.root(place, x[0], n) }}
}

var functions = map[string]function{
	"sqrt": rootOf(2),
	"cbrt": rootOf(3),
	"abs": {1, func(_ calculation, _ int, x []value) (value, error) {
		return value{number: new(apd.Decimal).Abs(x[0].plain()), rounded: x[0].rounded}, nil
	}},
	"root": {2, func(c calculation, place int, x []value) (value, error) {
		n, err := whole(place, x[1])
		if err != nil {
			return value{}, err
		}
		return c.root(place, x[0], n)
	}},
	"round": {2, func(c calculation, place int, x []value) (value, error) {
		n, err := whole(place, x[1])
		if err != nil {
			return value{}, err
		}
		return c.roundTo(place, x[0], n)
	}},
}

// constants have more digits than any rounded result.
var constants = map[string]string{
	"pi": "3.14159265358979323846264338327950288419716939937510582097494459",
	"π":  "3.14159265358979323846264338327950288419716939937510582097494459",
	"e":  "2.71828182845904523536028747135266249775724709369995957496696763",
}

func whole(place int, v value) (int64, error) {
	n, err := v.plain().Int64()
	if err != nil {
		return 0, problem(place, "not_whole", "the second number must be a whole one.")
	}
	return n, nil
}

// parser evaluates while it reads:
//
//	sum     = product {("+" | "-") product}
//	product = signed {("*" | "/" | "x" | "of" | "mod") signed}
//	signed  = {"+" | "-"} power
//	power   = postfix ["^" signed]
//	postfix = atom {"%" | "²" | "³"}
//	atom    = number | constant | "(" sum ")" | function "(" sum {"," sum} ")" | "√" atom
type parser struct {
	calculation
	tokens []token
	at     int
	depth  int
}

// evaluate returns the value of an expression, whose positions start after offset.
func evaluate(ctx context.Context, expression string, offset int) (value, error) {
	tokens, err := lex(expression, offset)
	if err != nil {
		return value{}, err
	}
	if len(tokens) > 2 && tokens[len(tokens)-2].text == "=" { // "2 + 2 ="
		tokens = append(tokens[:len(tokens)-2], tokens[len(tokens)-1])
	}
	p := &parser{calculation: calculation{ctx}, tokens: tokens}
	if p.peek().kind == endToken {
		return value{}, problem(0, "empty", "The expression is empty.")
	}
	v, err := p.sum()
	if err != nil {
		return value{}, err
	}
	if rest := p.peek(); rest.kind != endToken {
		return value{}, p.unexpected(rest)
	}
	return v, nil
}

// unexpected returns the error for a token where an operator was expected.
func (p *parser) unexpected(t token) error {
	switch {
	case t.text == ")":
		return problem(t.place, "closes_nothing", `this ")" closes nothing.`)
	case t.kind == numberToken && p.at > 0 && p.tokens[p.at-1].text == "%":
		return problem(t.place, "percent_or_remainder", `an operator is missing. For a percentage write "17 %% of 240", for the remainder "10 mod 3".`)
	case t.kind == numberToken && p.at > 0 && p.tokens[p.at-1].kind == numberToken:
		return problem(t.place, "two_numbers", "two numbers stand side by side. Write numbers without blanks, as 1250.")
	case t.text == ",":
		return problem(t.place, "comma", "a comma separates nothing here. Write decimals with a point.")
	case t.kind == numberToken, t.text == "(", t.text == "√":
		return problem(t.place, "operator_missing", `an operator is missing, such as "*".`)
	}
	return problem(t.place, "not_understood", `"%s" is not understood here.`, shown(t.text))
}

func (p *parser) peek() token { return p.tokens[p.at] }

// accept consumes the next token if its text is one of texts.
func (p *parser) accept(texts ...string) (token, bool) {
	t := p.peek()
	if t.kind != signToken && t.kind != wordToken {
		return t, false
	}
	for _, text := range texts {
		if t.text == text {
			p.at++
			return t, true
		}
	}
	return t, false
}

// enter counts a nesting level and fails if there are too many. A call of leave must follow.
func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return problem(p.peek().place, "too_deep", "the expression is nested more than %d levels deep.", maxDepth)
	}
	return nil
}

func (p *parser) leave() { p.depth-- }

func (p *parser) sum() (value, error) {
	if err := p.enter(); err != nil {
		return value{}, err
	}
	defer p.leave()
	v, err := p.product()
	for err == nil {
		t, ok := p.accept("+", "-")
		if !ok {
			return v, nil
		}
		var right value
		if right, err = p.product(); err != nil {
			break
		}
		percent := v.percent && right.percent
		sign := 1
		if t.text == "-" {
			sign = -1
		}
		if v, err = p.add(t.place, v, right, sign); err == nil && percent {
			v.percent = true // 10 % + 5 % is 15 %
			v.number.Exponent += 2
		}
	}
	return value{}, err
}

func (p *parser) product() (value, error) {
	v, err := p.signed()
	for err == nil {
		t, ok := p.accept("*", "/", "x", "of", "mod")
		if !ok {
			return v, nil
		}
		var right value
		if right, err = p.signed(); err != nil {
			break
		}
		switch t.text {
		case "/":
			v, err = p.divide(t.place, v, right)
		case "mod":
			v, err = p.remainder(t.place, v, right)
		default:
			v, err = p.multiply(t.place, v, right)
		}
	}
	return value{}, err
}

func (p *parser) signed() (value, error) {
	t, ok := p.accept("+", "-")
	if !ok {
		return p.power()
	}
	if err := p.enter(); err != nil {
		return value{}, err
	}
	defer p.leave()
	v, err := p.signed()
	if err == nil && t.text == "-" {
		v.number = new(apd.Decimal).Neg(v.number)
	}
	return v, err
}

func (p *parser) power() (value, error) {
	v, err := p.postfix()
	if err != nil {
		return value{}, err
	}
	t, ok := p.accept("^")
	if !ok {
		return v, nil
	}
	if err := p.enter(); err != nil {
		return value{}, err
	}
	defer p.leave()
	exponent, err := p.signed()
	if err != nil {
		return value{}, err
	}
	return p.calculation.power(t.place, v, exponent)
}

func (p *parser) postfix() (value, error) {
	v, err := p.atom()
	for err == nil {
		t, ok := p.accept("%", "²", "³")
		switch {
		case !ok:
			return v, nil
		case t.text != "%":
			v, err = p.calculation.power(t.place, v, value{number: apd.New(int64(map[string]int{"²": 2, "³": 3}[t.text]), 0)})
		case v.percent:
			return value{}, problem(t.place, "percent_twice", `there is one "%%" too many.`)
		default:
			v.percent = true
		}
	}
	return value{}, err
}

func (p *parser) atom() (value, error) {
	t := p.peek()
	p.at++
	switch {
	case t.kind == numberToken:
		return value{number: t.number}, nil
	case t.text == "(" && t.kind == signToken:
		v, err := p.sum()
		if err != nil {
			return value{}, err
		}
		return v, p.expect(")", t)
	case t.text == "√":
		if err := p.enter(); err != nil {
			return value{}, err
		}
		defer p.leave()
		x, err := p.atom()
		if err != nil {
			return value{}, err
		}
		return p.root(t.place, x, 2)
	case t.kind == wordToken:
		return p.word(t)
	}
	p.at--
	if t.kind == endToken {
		return value{}, problem(t.place, "number_missing", "a number is missing at the end.")
	}
	return value{}, problem(t.place, "number_missing_before", `a number is missing before "%s".`, shown(t.text))
}

func (p *parser) expect(sign string, opened token) error {
	if _, ok := p.accept(sign); ok {
		return nil
	}
	if t := p.peek(); t.kind != endToken {
		return p.unexpected(t)
	}
	return problem(opened.place, "not_closed", `this "(" is not closed.`)
}

// word evaluates a constant or a function.
func (p *parser) word(t token) (value, error) {
	if digits, ok := constants[t.text]; ok {
		d, _, err := apd.NewFromString(digits)
		return value{number: d, rounded: true}, err
	}
	f, ok := functions[t.text]
	if !ok {
		return value{}, problem(t.place, "unknown_word", `"%s" is not known. There are +, -, *, /, ^, %%, of, mod, sqrt(x), cbrt(x), root(x, n), round(x, places), abs(x), pi, and conversions such as 12 miles in km.`, shown(t.text))
	}
	open, ok := p.accept("(")
	if !ok {
		return value{}, problem(open.place, "no_parenthesis", `"(" is missing after %s.`, t.text)
	}
	var x []value
	for {
		v, err := p.sum()
		if err != nil {
			return value{}, err
		}
		x = append(x, v)
		if _, ok := p.accept(",", ";"); !ok {
			break
		}
	}
	if err := p.expect(")", open); err != nil {
		return value{}, err
	}
	if t.text == "round" && len(x) == 1 {
		x = append(x, value{number: apd.New(0, 0)})
	}
	if len(x) != f.takes {
		return value{}, problem(t.place, "wrong_count", map[int]string{1: "%s takes %d number.", 2: "%s takes %d numbers."}[f.takes], t.text, f.takes)
	}
	return f.call(p.calculation, t.place, x)
}
