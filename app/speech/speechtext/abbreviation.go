package speechtext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Each set holds lower-case words with their full stop.

// titles are abbreviations that never end a sentence. Abbreviations that often do, such as "etc.",
// are missing: the Unicode rules already continue a sentence before a lower-case letter.
var titles = set(`mr. mrs. ms. mx. dr. prof. rev. fr. sr. jr. st. mt. vs. gen. col. capt. cmdr. lt. sgt. gov. sen. rep. pres. hon.
	e.g. i.e. cf. viz. approx. ca. est. dept. univ. a.k.a. u.s.
	hr. hrn. fr. frl. dipl. ing. mag. bzw. vgl. ggf. evtl. inkl. exkl. zzgl. sog. bspw. z.b. d.h. u.a. o.ä. i.d.r. v.a. s.o. s.u. geb. gest. usf. insb. allg. jh. jhd.
	m. mm. mme. mlle. mgr. cie. env. c.-à-d. p.ex.
	sr. sra. srta. dra. ud. uds. av. p.ej. ej. ee.uu. sig. sig.ra dott. avv. ecc. dhr. mevr. drs. bijv. o.a. d.w.z.
	т.е. т.к. т.н. г. гг. ул. им. см. напр. стр. р. тыс. млн. млрд. np. tzn. tj. ul. al. św. inż. mgr.`)

// counts are abbreviations that do not end a sentence before a number.
var counts = set(`no. nos. nr. fig. figs. p. pp. vol. ch. sec. art. eq. ed. par. para. abb. abs. kap. bd. s. ff. tab. ziff. pos. st. n. nº. núm. pág. cap. tel. ex. jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. okt. nov. dec. dez.`)

// ordinals are words that may follow an ordinal number, as in "3. Mai", whose full stop does not
// end a sentence.
var ordinals = set(`januar jänner februar märz april mai juni juli august september oktober november dezember jan feb mär apr jun jul aug sep sept okt nov dez
	januari februari maart mei augustus desember marts maj jahrhundert jahrhunderts jahrtausend jh weltkrieg weltkriegs kapitel auflage stock platz klasse mal tag woche
	monat jahr semester teil satz akt szene band artikel lesung runde liga rang geburtstag jahrestag hälfte ledna února března dubna května června července srpna září října listopadu prosince`)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}

// goesOn reports whether a sentence continues after an apparent end. a is the text of the sentence
// so far, which must contain a letter or number; b is the text that follows.
func goesOn(a, b string) bool {
	if strings.HasSuffix(a, "\n") {
		return false
	}
	if !strings.ContainsFunc(b, spoken) {
		return true
	}
	a = strings.TrimRightFunc(a, unicode.IsSpace)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(b, func(r rune) bool { return !spoken(r) }))
	if closed := strings.TrimRightFunc(a, closes); len(closed) < len(a) {
		// The sentence continues in: "Stop!" he said.
		return unicode.IsLower(first)
	}
	if !strings.HasSuffix(a, ".") || strings.HasSuffix(a, "..") {
		return false
	}
	token := a[strings.LastIndexFunc(a, unicode.IsSpace)+1:]
	token = strings.TrimLeftFunc(token, func(r rune) bool { return !spoken(r) })
	lower := strings.ToLower(token)
	if i := strings.IndexFunc(token, wide); i >= 0 {
		return false
	}
	if digits := strings.TrimSuffix(token, "."); digits != "" && len(digits) <= 3 && strings.Trim(digits, "0123456789") == "" {
		return token == strings.TrimLeftFunc(a, func(r rune) bool { return !spoken(r) }) || len(digits) <= 2 && ordinals[firstWord(b)]
	}
	switch {
	case titles[lower]:
		return true
	case counts[lower] && unicode.IsNumber(first):
		return true
	}
	r, n := utf8.DecodeRuneInString(token)
	if token[n:] == "." && (unicode.IsUpper(r) || unicode.IsLower(r)) && r != 'I' {
		return true
	}
	return initials(token)
}

// initials reports whether a word consists of letters each followed by a full stop, such as
// "J.R.R.".
func initials(token string) bool {
	parts := strings.Split(strings.TrimSuffix(token, "."), ".")
	for _, p := range parts {
		if utf8.RuneCountInString(p) != 1 || !strings.ContainsFunc(p, unicode.IsUpper) {
			return false
		}
	}
	return len(parts) > 2
}

// firstWord returns the first word of a text in lower case.
func firstWord(s string) string {
	s = strings.TrimLeftFunc(s, func(r rune) bool { return !spoken(r) })
	if i := strings.IndexFunc(s, func(r rune) bool { return !spoken(r) }); i >= 0 {
		s = s[:i]
	}
	return strings.ToLower(s)
}

// closes reports whether a character closes a quotation or bracket.
func closes(r rune) bool {
	return r == '"' || r == '\'' || unicode.In(r, unicode.Pe, unicode.Pf, unicode.Pi)
}
