package cost

import "strings"

// labelBits is a set of bits for the words of a label: "cached input" is bitCache and bitInput.
type labelBits uint16

const (
	bitInput labelBits = 1 << iota
	bitOutput
	bitCache
	bitRead
	bitWrite
	bitMiss
	bitAudio
	bitText
)

var labelWords = map[string]labelBits{
	"input": bitInput, "inputs": bitInput, "prompt": bitInput, "prompts": bitInput, "in": bitInput, "eingabe": bitInput,
	"output": bitOutput, "outputs": bitOutput, "completion": bitOutput, "completions": bitOutput, "out": bitOutput, "ausgabe": bitOutput,
	"cache": bitCache, "cached": bitCache, "caching": bitCache,
	"read": bitRead, "reads": bitRead, "hit": bitRead, "hits": bitRead,
	"write": bitWrite, "writes": bitWrite, "creation": bitWrite, "miss": bitMiss, "misses": bitMiss,
	"audio": bitAudio, "text": bitText,
}

// noun is the kind of unit of an amount.
type noun uint8

const (
	nounNone noun = iota
	nounToken
	nounCharacter
	nounSecond
	nounMinute
	nounHour
	nounRequest
)

var nouns = map[string]noun{
	"token": nounToken, "tokens": nounToken, "tok": nounToken, "toks": nounToken,
	"character": nounCharacter, "characters": nounCharacter, "char": nounCharacter, "chars": nounCharacter, "zeichen": nounCharacter,
	"second": nounSecond, "seconds": nounSecond, "sec": nounSecond, "s": nounSecond,
	"minute": nounMinute, "minutes": nounMinute, "min": nounMinute, "mins": nounMinute,
	"hour": nounHour, "hours": nounHour, "hr": nounHour, "h": nounHour, "stunde": nounHour,
	"request": nounRequest, "requests": nounRequest,
}

// scale is the meaning of a word for a number, such as "million", optionally with a unit.
type scale struct {
	n    int64
	noun noun
}

var scales = map[string]scale{
	"million": {million, 0}, "millions": {million, 0}, "mio": {million, 0}, "mln": {million, 0}, "m": {million, 0},
	"mtok": {million, nounToken}, "mtoks": {million, nounToken}, "mtokens": {million, nounToken},
	"thousand": {1000, 0}, "k": {1000, 0}, "ktok": {1000, nounToken}, "ktokens": {1000, nounToken},
}

// refused holds words for prices that a Price cannot represent, and for amounts that are no prices.
var refused = map[string]bool{
	"batch": true, "flex": true, "priority": true, "training": true, "tuning": true, "finetuning": true, "storage": true, "image": true, "images": true,
	"picture": true, "pictures": true, "video": true, "calls": true, "search": true, "searches": true, "month": true, "monthly": true, "year": true,
	"billion": true, "cent": true, "cents": true, "credit": true, "credits": true, "from": true, "starting": true, "discount": true, "off": true,
	"up": true, "above": true, "below": true, "minus": true,
}

// signs maps each currency sign to the possible currency codes, the default one first.
var signs = map[string][]string{
	"$": {"USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN", "BRL"}, "€": {"EUR"}, "£": {"GBP"}, "¥": {"JPY", "CNY"}, "￥": {"JPY", "CNY"},
	"₹": {"INR"}, "₩": {"KRW"}, "₺": {"TRY"}, "₪": {"ILS"}, "₫": {"VND"}, "₴": {"UAH"},
}

// signPrefixes maps letters directly before a currency sign to a currency code.
var signPrefixes = map[string]string{
	"US": "USD", "C": "CAD", "CA": "CAD", "A": "AUD", "AU": "AUD", "NZ": "NZD", "HK": "HKD", "S": "SGD", "NT": "TWD", "MX": "MXN", "R": "BRL", "CN": "CNY", "JP": "JPY",
}

// codes lists the currency codes that Parse recognizes.
var codes = strings.Fields("USD EUR GBP CHF JPY CNY CAD AUD NZD SEK NOK DKK ISK PLN CZK HUF RON INR KRW BRL MXN SGD HKD TWD ZAR ILS AED THB VND IDR UAH")

var currencyWords = map[string]string{
	"usd": "USD", "dollar": "USD", "dollars": "USD", "eur": "EUR", "euro": "EUR", "euros": "EUR", "gbp": "GBP", "chf": "CHF", "yen": "JPY", "rmb": "CNY", "yuan": "CNY",
}

// code returns the currency code that a word stands for, "" if it is not one.
func code(word string) string {
	for _, c := range codes {
		if c == word {
			return c
		}
	}
	return currencyWords[strings.ToLower(word)]
}
