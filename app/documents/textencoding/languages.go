package textencoding

import (
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// language has the relative frequencies of characters outside ASCII.
type language struct {
	letters map[rune]float64 // logarithms
	other   scriptWeights
}

func (l *language) of(r rune) float64 {
	if p, ok := l.letters[r]; ok {
		return p
	}
	return l.other.of(r)
}

// The log likelihoods of characters that no language lists.
const (
	notInLanguage = -9
	notInScript   = -12
	rareHan       = -9.7
)

// alphabets are the lower-case letters outside ASCII of each language, with their relative
// frequencies.
var alphabets = []string{
	// names of the West
	"é30 ü12 ö12 ä12 è10 à10 ñ8 ç8 á8 í8 ó8 ê5 å5 ø5 ú4 ß3 â3 î3 ô3 ï3 ë3 æ3 ã3 û2 õ2 ò2 ù2",
	// German
	"ä54 ö30 ü65 ß31 é1 à.2",
	// French
	"é190 è28 à49 ê22 ç9 î4.5 ô4 û6 â5 ù6 ï.5 ë.2 œ2",
	// Spanish
	"ó83 á50 é43 í73 ñ31 ú17 ü1",
	// Portuguese
	"ã73 ç53 é34 á47 ó30 õ4 ê45 í50 â6 ú21 à7 ô3 ü.2",
	// Italian
	"à64 è26 ò17 ù17 é6 ì5 î.1",
	// Dutch
	"ë10 é6 ï3 ö2 ü1 è1 ê.3 á.5 ó.5",
	// Swedish
	"ä180 å130 ö130 é2 ü.5 à.2",
	// Finnish
	"ä360 ö45 å2 é.5 š.5 ž.3",
	// Danish, Norwegian
	"å120 ø95 æ87 é3 ò.5 ô.3",
	// Icelandic
	"ð440 á180 í157 ö78 ó99 ú61 é65 ý23 þ146 æ87",
	// Catalan
	"à70 è30 é30 í25 ó30 ò20 ú8 ç15 ï6 ü4 ·3",
	// Estonian
	"ä110 õ80 ü60 ö15 š.5 ž.5",
	// Polish
	"ą99 ć40 ę111 ł182 ń20 ó85 ś66 ź6 ż83",
	// Czech
	"á224 č95 ď2 é134 ě165 í327 ň1 ó2 ř121 š82 ť4 ú10 ů69 ý107 ž100",
	// Slovak
	"á170 č90 ď10 é70 í90 ĺ1 ľ35 ň10 ó10 ô15 ŕ1 š60 ť50 ú90 ý90 ž80 ä5",
	// Hungarian
	"á337 é349 í70 ó96 ö109 ő97 ú30 ü65 ű20",
	// Romanian
	"ă200 â50 î60 ș55 ş55 ț55 ţ55",
	// Croatian, Slovenian
	"č90 ć60 đ25 š90 ž55",
	// Turkish
	"ı511 ş178 ğ113 ç116 ö78 ü185 İ15 â2 î1 û.5",
	// Lithuanian
	"ą50 č45 ę25 ė150 į60 š110 ų130 ū50 ž80",
	// Latvian
	"ā350 č10 ē170 ģ10 ī170 ķ20 ļ30 ņ60 š100 ū60 ž30",
	// Vietnamese
	"\u030030 \u030130 \u032325 \u030912 \u030310 đ22 ă10 â20 ê20 ô25 ơ15 ư25 á8 à8 é2 è2 í3 ó3 ú3 ù2",
	// Russian
	"о1097 е845 а801 и735 н670 т626 с547 р473 в454 л440 к349 м321 д298 п281 у262 я201 ы190 ь174 г170 з165 б159 ч144 й121 х97 ж94 ш73 ю64 ц48 щ36 э32 ф26 ъ4 ё4",
	// Ukrainian
	"о94 а83 н68 и61 і57 в53 т52 р47 с44 е46 л39 к36 д33 у32 м31 п29 з23 я22 ь18 б18 г16 ч14 й13 х12 ж9 ї6 ц8 ю8 ш8 є4 щ5 ф3 ґ.2",
	// Bulgarian
	"а119 и90 о87 е86 т77 н74 р50 с49 в45 л37 к34 д34 п29 м25 з22 я19 ъ17 у16 г15 б15 ч14 ж7 щ6 х6 ц6 ш4 ю2 ф2 й7 ь.2",
	// Serbian
	"а117 и96 о91 е87 н56 т43 р47 с47 в37 ј44 у44 к36 л33 д37 м37 п27 з17 г16 б15 ш10 ч10 ц8 ж6 х6 њ6 љ5 ћ6 ђ2 ф2 џ.5",
	// Greek
	"α100 ο90 τ79 ι75 ε78 ν63 ς42 σ47 η44 υ41 ρ40 π38 κ40 μ33 λ27 ά21 ό18 ί22 έ17 ή15 ύ10 ώ9 γ17 δ17 ω16 χ11 θ11 φ8 β7 ξ4 ζ3 ψ1.5 ϊ.5 ΐ.1 ϋ.1 ΰ.1",
	// Hebrew
	"י110 ו104 ה93 ל74 ת60 א63 ר56 ש45 מ50 ב47 ם30 נ28 ד26 ח25 ע32 כ24 פ18 ק21 ט12 צ12 ן15 ז13 ג12 ס15 ך8 ף3 ץ1",
	// Arabic
	"ا120 ل110 ي66 م62 و58 ن57 ر44 ت49 ب36 ع32 د31 ه31 ة28 س30 ف29 ق24 ك23 أ22 ح20 ج14 ش10 ص10 ى9 خ8 ط8 إ9 ض6 ذ6 ء4 ئ4 ز6 ث5 غ5 ظ2 ؤ1.5 آ2 ،8 ؛1 ؟1 پ.3 چ.3 ژ.1 گ.3 ک.3",
	// Thai
	"า70 น60 ร58 ก50 อ48 เ45 ง44 ม36 ย35 ว34 ล33 ั32 ่40 ้35 ด30 ท30 ส28 ต27 ะ25 ป22 บ22 ค21 ห25 แ22 จ20 พ18 ช17 ข16 ใ15 ไ20 โ10 ็12 ์12 ี35 ิ28 ุ15 ู15 ื15 ึ8 ำ12 ผ9 ธ8 ซ7 ถ10 ณ6 ศ6 ภ6 ษ5 ญ4 ฟ4 ฉ2 ฝ1 ฐ2 ๆ3 ฯ.5 ฎ.5 ฏ.3 ฤ.5 ฬ.5 ฮ.5",
}

// symbols occur in texts of any language; in English they are the only non-ASCII characters.
const symbols = "’60 “25 ”25 –20 „8 ‘6 —6 …8 «6 »6 \u00A015 °4 €4 £3 §2 ©2 ®1 ™1 •6 ·2 ×1 ½1 ²1 ³.5 ¿2 ¡1 º1 ª.3 ±.5 µ.3 ‚.5 ´1 ¼.3 ¾.3 ¶.2 †.2 ‹.2 ›.2 \u00AD.5 №2 ¨.1 ¸.05 ¹.1"

// Chinese, Korean and Japanese characters, the most frequent first.
const (
	simplified  = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运请谢喜欢吃茶花买卖汉语字"
	traditional = "的一是不了人我在有他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她里後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員九笑性通目華報立馬命張活難神數件安表原車白應路期叫死常提感金何更反合放做系計或司利受光王果親界及今京務制解各任至清物台象記邊共風戰接它許八特覺望直服林題建南度統色字請交愛讓認算論百吃義科怎元社術結六功指思非流每青管夫連遠資隊跟帶花快條院變聯言權往展該領傳近留紅治決周保達辦運半候七必城父強步完革深區即求品士轉量空語謝買賣漢"
	hangul      = "이다는에의을하고가지은를로도한사기아서인나자있리어그라대시해일수것들정게만보으여부적주과와었안장전제마상구화면소거원까때무말니공동경우미없오성문모생세조스던위용년실비신물할된당선계연내분야간습였개더방학중합체관식같회강반음통심또너진점히양국본영바알러행배결외란입달산발초육치업호설작속운남재집글책날씨"
	kana        = "のにいたしるとはてをなかがれらでさもりすっこまあよくきうんどつそめ一ろせけおみえわやだちば、。ー日人ン大年イスルクトリアッラドシレジタフロカテマコ本国中出時上見行言生思者自分事気手前私何彼今後方会間"
	fullWidth   = "，。、：；！？（）《》「」『』“”　・〜～…—"
)

// languages are the languages of alphabets, and English, Simplified and Traditional Chinese, Korean
// and Japanese.
var languages = sync.OnceValue(func() []*language {
	marks := weights(symbols)
	list := []*language{alphabetic(nil, marks)}
	for _, a := range alphabets {
		list = append(list, alphabetic(weights(a), marks))
	}
	han := scriptWeights{{unicode.Han, rareHan}}
	return append(list, ideographic(simplified, han), ideographic(traditional, han),
		ideographic(hangul, scriptWeights{{unicode.Hangul, -7.8}}),
		ideographic(kana, scriptWeights{{halfWidth, -8}, {unicode.Hiragana, -6}, {unicode.Katakana, -6}, {unicode.Han, -8.2}}))
})

// halfWidth is half-width katakana.
var halfWidth = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0xFF61, Hi: 0xFF9F, Stride: 1}}}

// scriptWeights are the log likelihoods of unlisted characters by script.
type scriptWeights []struct {
	script *unicode.RangeTable
	weight float64
}

func (s scriptWeights) of(r rune) float64 {
	for _, w := range s {
		if unicode.Is(w.script, r) {
			return w.weight
		}
	}
	return notInScript
}

func weights(list string) map[rune]float64 {
	out := map[rune]float64{}
	for field := range strings.SplitSeq(list, " ") {
		for _, r := range field {
			out[r], _ = strconv.ParseFloat(field[len(string(r)):], 64)
			break
		}
	}
	return out
}

// alphabetic returns a language with an alphabet: nine of ten characters are letters.
func alphabetic(letters, marks map[rune]float64) *language {
	l := &language{letters: map[rune]float64{}}
	share := 0.0
	if letters != nil {
		share = 0.9
	}
	for part, of := range map[float64]map[rune]float64{share: letters, 1 - share: marks} {
		sum := 0.0
		for _, w := range of {
			sum += w
		}
		for r, w := range of {
			l.letters[r] = math.Log(part * w / sum)
		}
	}
	script := unicode.Latin
	for r := range letters {
		for _, s := range []*unicode.RangeTable{
			unicode.Cyrillic, unicode.Greek, unicode.Hebrew, unicode.Arabic, unicode.Thai,
		} {
			if unicode.Is(s, r) {
				script = s
			}
		}
	}
	l.other = scriptWeights{{script, notInLanguage}}
	return l
}

// ideographic returns a language with thousands of characters, of which common are the most
// frequent.
func ideographic(common string, other scriptWeights) *language {
	l := &language{letters: map[rune]float64{}, other: other}
	i := 0
	for _, r := range common {
		if _, ok := l.letters[r]; !ok {
			l.letters[r] = math.Log(1 / (30 + 2.5*float64(i)))
			i++
		}
	}
	for _, r := range fullWidth {
		l.letters[r] = -4
	}
	for r, w := range map[rune]float64{'“': -4.5, '”': -4.5, '—': -5, '…': -5, '·': -6, '’': -6, '‘': -6} {
		l.letters[r] = w
	}
	for r := '０'; r <= 'ｚ'; r++ {
		l.letters[r] = -7
	}
	return l
}
