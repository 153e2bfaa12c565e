package textencoding

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/unicode/norm"
)

// texts are a few plain sentences in each language, with the encodings that its files have.
var texts = []struct {
	language  string
	encodings string
	text      string
}{
	{
		"English", "Windows-1252 Mac_Roman",
		"It’s a “plain” letter – nothing more.\nThe café costs £3, and the menu says “déjà vu”. Don’t forget it’s closed on Sundays.",
	},
	{
		"German", "Windows-1252 Mac_Roman CP850",
		"Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen.\nÜber den Flüssen hängt früh der Nebel, und größere Schiffe müssen warten.",
	},
	{
		"French", "Windows-1252 Mac_Roman CP850",
		"Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience.\nL’été dernier, où êtes-vous allés ? À la plage, ça va de soi.",
	},
	{
		"Spanish", "Windows-1252 Mac_Roman CP850",
		"Todos los seres humanos nacen libres e iguales en dignidad y derechos. ¿Dónde está la estación? Mañana llegará el avión de Málaga.",
	},
	{
		"Portuguese", "Windows-1252 Mac_Roman CP850",
		"Todos os seres humanos nascem livres e iguais em dignidade e em direitos. São dotados de razão e de consciência. Amanhã não há reunião, porque é feriado.",
	},
	{
		"Italian", "Windows-1252 Mac_Roman",
		"Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Perché la città è così lontana? Più tardi ci sarà il caffè.",
	},
	{
		"Swedish", "Windows-1252 Mac_Roman",
		"Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete. På våren går vi över ån.",
	},
	{
		"Danish", "Windows-1252 Mac_Roman",
		"Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og samvittighed. På søndag går vi på café.",
	},
	{
		"Finnish", "Windows-1252",
		"Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto. Työpäivä päättyy myöhään.",
	},
	{
		"Icelandic", "Windows-1252",
		"Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Menn eru gæddir vitsmunum og samvisku. Það er þoka á firðinum í dag.",
	},
	{
		"Polish", "Windows-1250 ISO-8859-2 CP852",
		"Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem. Zażółć gęślą jaźń, proszę bardzo.",
	},
	{
		"Czech", "Windows-1250 ISO-8859-2 CP852",
		"Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím. Příliš žluťoučký kůň úpěl ďábelské ódy.",
	},
	{
		"Slovak", "Windows-1250",
		"Všetci ľudia sa rodia slobodní a rovní v dôstojnosti a právach. Sú obdarení rozumom a svedomím. Zajtra bude v Bratislave pršať.",
	},
	{
		"Hungarian", "Windows-1250 ISO-8859-2",
		"Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván. A tűző napon őrült szél fúj.",
	},
	{
		"Romanian", "Windows-1250",
		"Toate fiinţele umane se nasc libere şi egale în demnitate şi în drepturi. Ele sunt înzestrate cu raţiune şi conştiinţă. Mâine dimineaţă plecăm la munte.",
	},
	{
		"Croatian", "Windows-1250",
		"Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su obdarena razumom i sviješću. Čini se da će sutra biti kiše.",
	},
	{
		"Turkish", "Windows-1254",
		"Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler. Yarın İstanbul'da yağmur yağacak, şemsiye alın.",
	},
	{
		"Lithuanian", "Windows-1257",
		"Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė. Rytoj Vilniuje bus šalčiau, pasiimkite šiltų drabužių.",
	},
	{
		"Latvian", "Windows-1257",
		"Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir apveltīti ar saprātu un sirdsapziņu. Rīt Rīgā būs auksts.",
	},
	{
		"Estonian", "Windows-1257",
		"Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt. Neile on antud mõistus ja südametunnistus.",
	},
	{
		"Vietnamese", "Windows-1258",
		"Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con người đều được tạo hóa ban cho lý trí.",
	},
	{
		"Russian", "Windows-1251 KOI8-R CP866 ISO-8859-5 Mac_Cyrillic",
		"Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом и совестью. Завтра в Москве будет дождь, возьмите зонт.",
	},
	{
		"Ukrainian", "Windows-1251 KOI8-U",
		"Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю. Завтра у Києві буде дощ, її місце тут.",
	},
	{
		"Bulgarian", "Windows-1251",
		"Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест. Утре в София ще вали дъжд.",
	},
	{
		"Serbian", "Windows-1251",
		"Сва људска бића рађају се слободна и једнака у достојанству и правима. Она су обдарена разумом и свешћу. Сутра ће у Београду падати киша.",
	},
	{
		"Greek", "Windows-1253",
		"Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση. Αύριο θα βρέξει.",
	},
	{
		"Hebrew", "Windows-1255",
		"כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון. מחר ירד גשם בתל אביב.",
	},
	{
		"Arabic", "Windows-1256 ISO-8859-6",
		"يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء. غدا سيكون الجو باردا.",
	},
	{
		"Thai", "Windows-874",
		"มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม พรุ่งนี้ฝนจะตก",
	},
	{
		"Japanese", "Shift-JIS EUC-JP ISO-2022-JP UTF-16_LE",
		"すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。明日の会議は午後三時からです。資料をメールで送ってください。",
	},
	{"Korean", "EUC-KR UTF-16_LE", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 내일 회의는 오후 세 시에 시작합니다. 자료를 보내 주세요."},
	{
		"Chinese, simplified", "GB18030 UTF-16_LE UTF-16_BE",
		"人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。明天下午三点开会，请把材料发给我。",
	},
	{"Chinese, traditional", "Big5", "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。明天下午三點開會，請把資料寄給我。"},
	{"German", "UTF-16_LE UTF-16_BE", "Schöne Grüße aus Köln.\nBis bald."},
	{"English", "UTF-16_LE UTF-16_BE", "Nothing but plain words here.\nAnd a second line."},
}

func encoded(e Encoding, text string) ([]byte, error) {
	text = plain(e, text)
	if e == ISO2022 {
		return iso2022(text)
	}
	if e == "Windows-1258" {
		text = vietnamese(text)
	}
	for _, c := range candidates {
		if c.name == e {
			return c.of.NewEncoder().Bytes([]byte(text))
		}
	}
	return nil, ErrUnknown
}

func names(list string) (out []Encoding) {
	for _, n := range strings.Fields(list) {
		out = append(out, Encoding(strings.ReplaceAll(n, "_", " ")))
	}
	return out
}

// A text of a few lines is read rightly and without a question, whatever its language and encoding.
func TestEveryEncodingIsTold(t *testing.T) {
	for _, c := range texts {
		for _, e := range names(c.encodings) {
			data, err := encoded(e, c.text)
			if err != nil {
				t.Fatalf("%s in %s: %v", c.language, e, err)
			}
			guesses := Detect(data)
			if len(guesses) != 1 {
				t.Errorf("%s in %s: %v", c.language, e, guesses)
				continue
			}
			if got, err := guesses[0].Encoding.Decode(data); err != nil || got != plain(e, c.text) {
				t.Errorf("%s in %s is read as %s: %s, %v", c.language, e, guesses[0].Encoding, got, err)
			}
		}
	}
}

// Of a few words it is asked when they could be others, and the right reading is among those that
// are offered.
func TestAFewWordsAreAskedAbout(t *testing.T) {
	right, asked, wrong := 0, 0, 0
	for _, c := range texts {
		for _, e := range names(c.encodings) {
			for piece := range slices.Chunk([]rune(plain(e, c.text)), 24) {
				want := string(piece)
				data, err := encoded(e, want)
				if err != nil {
					t.Fatalf("%s in %s: %v", c.language, e, err)
				}
				guesses := Detect(data)
				i := slices.IndexFunc(guesses, func(g Guess) bool {
					got, err := g.Encoding.Decode(data)
					return err == nil && got == want
				})
				switch {
				case i < 0:
					t.Logf("%s in %s: %q is not in %v", c.language, e, want, guesses)
					wrong++
				case len(guesses) > 1:
					asked++
				default:
					right++
				}
			}
		}
	}
	if all := right + asked + wrong; wrong*40 > all || asked > all/4 {
		t.Errorf("of %d pieces %d are right, %d asked about, %d wrong", all, right, asked, wrong)
	}
}

// A line of Vietnamese in Windows-1258 is read rightly, or it is asked; so are the lines of others
// with the same bytes.
func TestALineOfVietnamese(t *testing.T) {
	for e, lines := range map[Encoding][]string{
		"Windows-1258": {
			"Xin chào", "Chúc mừng năm mới!", "Tôi muốn đặt bàn", "Tiếng Việt", "Hẹn gặp lại anh ngày mai",
			"được", "Bạn đi đâu đấy?", "Đó là đúng", "Hà Nội", "điều đó",
		},
		"Windows-1257": {"Viņa reģionā", "Viņš dzīvo reģionā pie jūras", "Ņemiet viņu līdzi"},
		"Windows-1252": {"Ciò può", "Può già", "Così può"},
	} {
		for _, want := range lines {
			data, err := encoded(e, want)
			if err != nil {
				t.Fatal(err)
			}
			guesses := Detect(data)
			if !slices.ContainsFunc(guesses, func(g Guess) bool { return g.Encoding == e }) {
				t.Errorf("%q in %s: %v", want, e, guesses)
			}
		}
	}
}

func TestSamplesDiffer(t *testing.T) {
	data, _ := encoded("Mac Roman", "One plain line.\nTutti nascono eguali in dignità e")
	guesses := Detect(data)
	if len(guesses) < 2 {
		t.Fatalf("%v", guesses)
	}
	for i, g := range guesses {
		if !strings.Contains(g.Sample, "dignit") || strings.Contains(g.Sample, "plain") {
			t.Errorf("%+v", g)
		}
		for _, o := range guesses[:i] {
			if o.Sample == g.Sample {
				t.Errorf("%s and %s both read %q", g.Encoding, o.Encoding, g.Sample)
			}
		}
	}
}

func TestWhatNeedsNoWeighing(t *testing.T) {
	for data, want := range map[string]Encoding{
		"":                                    UTF8,
		"plain":                               UTF8,
		"Grüße, привет, 你好":                   UTF8,
		"\uFEFFmarked":                        UTF8,
		"\xFF\xFEa\x00":                       UTF16LE,
		"\xFE\xFF\x00a":                       UTF16BE,
		strings.Repeat("Grüße ", 20) + "\xC3": UTF8, // cut off
	} {
		if got := Detect([]byte(data)); len(got) != 1 || got[0].Encoding != want {
			t.Errorf("%q: %v", data, got)
		}
	}
	noise := make([]byte, 4096)
	for i := range noise {
		noise[i] = byte(i * i / 7)
	}
	if got := Detect(noise); got != nil {
		t.Errorf("noise: %v", got)
	}
	if _, err := Encoding("none").Decode(nil); !errors.Is(err, ErrUnknown) {
		t.Errorf("%v", err)
	}
}

func BenchmarkDetect(b *testing.B) {
	data, _ := encoded("KOI8-R", strings.Repeat(texts[21].text+"\n", 5000))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		Detect(data)
	}
}

// plain is a text as an encoding can hold it.
func plain(e Encoding, text string) string {
	if e == "CP850" {
		return strings.ReplaceAll(text, "’", "'")
	}
	return text
}

func iso2022(text string) ([]byte, error) { return japanese.ISO2022JP.NewEncoder().Bytes([]byte(text)) }

// vietnamese takes the tones off the letters, as Windows-1258 has them.
func vietnamese(text string) string {
	var b strings.Builder
	for _, r := range text {
		tone := ""
		var rest []rune
		for _, m := range norm.NFD.String(string(r)) {
			if strings.ContainsRune("\u0300\u0301\u0303\u0309\u0323", m) {
				tone = string(m)
			} else {
				rest = append(rest, m)
			}
		}
		b.WriteString(norm.NFC.String(string(rest)) + tone)
	}
	return b.String()
}
