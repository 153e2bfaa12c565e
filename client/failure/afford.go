package failure

import (
	"strconv"
	"strings"

	"parlando/client/fieldname"
	"parlando/client/lazyregexp"
)

// affordable matches a lower-case message that the credit pays only for a shorter reply. Its groups
// are the requested number of tokens, maybe the model's limit, and the number paid for.
var affordable = lazyregexp.New(`requested (?:up to )?([\d,]{1,12}) tokens\b[^.]{0,40}\bafford (?:only )?([\d,]{1,12})`)

// unaffordable returns the refusal of a reply that is longer than the credit pays for; nil for any
// other error, and if the credit is too small for a useful reply. Max is rounded down to two
// significant digits, because the price of the next request may differ a little.
func (f ErrorBody) unaffordable() *Refusal {
	found := affordable().FindStringSubmatch(f.text())
	if found == nil {
		return nil
	}
	number := func(digits string) int {
		n, _ := strconv.Atoi(strings.ReplaceAll(digits, ",", ""))
		return n
	}
	asked, pays := number(found[1]), number(found[2])
	if pays < minReply || asked <= pays {
		return nil
	}
	step := 1
	for pays/step >= 100 {
		step *= 10
	}
	most := float64(pays / step * step)
	r := f.refuse(Field{Name: fieldname.MaxTokens})
	if field := f.sentField(r.Field); field != nil {
		r.Field = field.Name
	}
	r.Value, r.Max, r.ThisRequestOnly, r.Unaffordable = strconv.Itoa(asked), &most, true, true
	return r
}
