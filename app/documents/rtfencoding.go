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
	switch n {
	case 437:
		return charmap.CodePage437
	case 850:
		return charmap.CodePage850
	case 852:
		return charmap.CodePage852
	case 866:
		return charmap.CodePage866
	case 874:
		return charmap.Windows874
	case 932:
		return japanese.ShiftJIS
	case 936:
		return simplifiedchinese.GB18030
	case 949:
		return korean.EUCKR
	case 950:
		return traditionalchinese.Big5
	case 10000:
		return charmap.Macintosh
	}
	if n >= 1250 && n <= 1258 {
		return []encoding.Encoding{
			charmap.Windows1250, charmap.Windows1251, charmap.Windows1252, charmap.Windows1253,
			charmap.Windows1254, charmap.Windows1255, charmap.Windows1256, charmap.Windows1257,
			charmap.Windows1258,
		}[n-1250]
	}
	return nil
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
