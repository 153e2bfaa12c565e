package failure

import (
	"strconv"
	"strings"
)

// affordable matches a lower-case message that the credit pays for a shorter reply: the number of
// tokens that was requested, which may be the model's own limit, and the number that is paid for.
var affordable = pattern(`requested (?:up to )?([\d,]{1,12}) tokens\b[^.]{0,40}\bafford (?:only )?([\d,]{1,12})`)

// unaffordable returns the refusal of a reply that is longer than the credit pays for, nil for any
// other reason and for one that leaves no room for a reply. Max has two digits that are not 0: the
// price of the next request may differ a little.
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
	r := f.refuse(Field{Name: "max_tokens"})
	if field := f.sentField(r.Field); field != nil {
		r.Field = field.Name
	}
	r.Value, r.Max, r.ThisRequestOnly, r.Unaffordable = strconv.Itoa(asked), &most, true, true
	return r
}
