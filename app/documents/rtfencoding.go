package documents

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// codePage returns the encoding of a Windows code page; nil if it is unknown.
func codePage(n int) encoding.Encoding {
	return map[int]encoding.Encoding{
		437:   charmap.CodePage437,
		850:   charmap.CodePage850,
		852:   charmap.CodePage852,
		866:   charmap.CodePage866,
		874:   charmap.Windows874,
		932:   japanese.ShiftJIS,
		936:   simplifiedchinese.GB18030,
		949:   korean.EUCKR,
		950:   traditionalchinese.Big5,
		1250:  charmap.Windows1250,
		1251:  charmap.Windows1251,
		1252:  charmap.Windows1252,
		1253:  charmap.Windows1253,
		1254:  charmap.Windows1254,
		1255:  charmap.Windows1255,
		1256:  charmap.Windows1256,
		1257:  charmap.Windows1257,
		1258:  charmap.Windows1258,
		10000: charmap.Macintosh,
	}[n]
}

// fontPage returns the encoding of a font by its character set (\fcharset); nil for the document's
// own.
func fontPage(charset int) encoding.Encoding {
	pages := map[int]int{
		77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255,
		178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 255: 437,
	}
	return codePage(pages[charset])
}
