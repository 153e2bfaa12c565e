package textencoding

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
)

// utf16Of is text in UTF-16 without a mark.
func utf16Of(text string, order binary.AppendByteOrder) []byte {
	var data []byte
	for _, u := range utf16.Encode([]rune(text)) {
		data = order.AppendUint16(data, u)
	}
	return data
}

func TestUTF16WithoutAMarkIsRecognized(t *testing.T) {
	for _, text := range []string{
		"これは日本語", "これは日本語です。", "明日の会議は午後三時からです", "メール", "東京タワーへ行きました\n", "資料を送ってください。\r\nお願いします。\r\n",
		"내일 회의는", "모든 인간은 태어날 때부터 자유롭다", "안녕하세요", "네, 알겠습니다.\n",
		"明天下午三点开会", "请把材料发给我。\n谢谢!", "人人生而自由，在尊严和权利上一律平等。", "明天下午三點開會，請把資料寄給我",
		"Все люди рождаются свободными", "Привет", "Завтра в Москве будет дождь.\r\n", "Ok, до завтра",
		"Hello", "Nothing but plain words here.", "Hi\n", "a,b\r\n1,2\r\n", "It’s a “plain” letter – nothing more.",
		"Schöne Grüße aus Köln", "Γειά σου", "שלום לכולם", "مرحبا بالعالم", "สวัสดีครับ", "Größe: 5 €",
		"Hello 😀", "Danke schön 🎉🎉", "Привет 👋", "これは🎉です", "I ❤️ you", "😀😀😀", "ok 👨‍👩‍👧",
	} {
		for name, order := range map[Encoding]binary.AppendByteOrder{UTF16LE: binary.LittleEndian, UTF16BE: binary.BigEndian} {
			data := utf16Of(text, order)
			guesses := Detect(data)
			if len(guesses) != 1 || guesses[0].Encoding != name {
				t.Errorf("%q in %s: %v", text, name, guesses)
			}
		}
	}
}

func TestWhatHasZeroBytesIsNoTextOfAnotherKind(t *testing.T) {
	for name, data := range map[string]string{
		"words between zeros":  strings.Repeat("abc\x00def\x00", 50),
		"one of them":          "abc\x00def\x00",
		"words of odd lengths": strings.Repeat("name\x00value one\x00x\x00", 20),
		"names of tar":         "file.txt" + strings.Repeat("\x00", 92) + "0000644\x000001750\x000001750\x0000000000012\x00",
		"numbers of 32 bits":   strings.Repeat("\x01\x00\x00\x00\x20\x00\x00\x00\x41\x00\x00\x00", 30),
		"numbers of 16 bits":   strings.Repeat("\x10\x27\x11\x27\x20\x4e\x00\x00", 30),
		"zeros":                strings.Repeat("\x00", 64),
	} {
		if guesses := Detect([]byte(data)); len(guesses) > 0 {
			text, _ := guesses[0].Encoding.Decode([]byte(data))
			t.Errorf("%s: %v, %.40q", name, guesses, text)
		}
	}
}

func TestPlainWordsAreNotTakenForUTF16(t *testing.T) {
	for _, text := range []string{"0A0B0C0D0E0F", "A0B0C0D0E0F0", "S0o0e0g0", "1030 2040 3050 é", "0é0è0", "Preis: 100 €"} {
		guesses := Detect([]byte(text))
		if len(guesses) != 1 || guesses[0].Encoding != UTF8 {
			t.Errorf("%q: %v", text, guesses)
		}
		latin, err := encoded("Windows-1252", text)
		for _, g := range Detect(latin) {
			if err != nil || g.Encoding == UTF16LE || g.Encoding == UTF16BE {
				t.Errorf("%q in Windows-1252: %v, %v", text, g, err)
			}
		}
	}
}

// Bytes at random, among them zeros, are never text, however many there are of them.
func TestRandomBytesWithZerosAreNoText(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for n := range 6000 {
		data := make([]byte, 16+random.IntN(600))
		zeros := random.IntN(4) + 1
		for i := range data {
			switch data[i] = byte(random.Uint32()); {
			case random.IntN(10) < zeros:
				data[i] = 0
			case n%3 == 1: // words of ASCII between zeros
				data[i] = 'a' + data[i]%26
			case n%3 == 2: // small numbers
				data[i] %= 16
			}
		}
		data[random.IntN(len(data))] = 0
		if data[0] >= 0xFE {
			data[0] = 1
		}
		if guesses := Detect(data); len(guesses) > 0 {
			t.Fatalf("round %d: %v of % x", n, guesses, data)
		}
	}
}
