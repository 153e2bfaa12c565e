package documents

import (
	"strconv"

	"parlando/app/documents/textencoding"
)

// charsets maps font character sets to code pages.
var charsets = map[int]int{
	77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255,
	178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 255: 850,
}

// codePage returns the encoding of a Windows code page; "" if it is unknown.
func codePage(n int) textencoding.Encoding {
	switch n {
	case 437: // 437 has the same letters as 850
		n = 850
		fallthrough
	case 850, 852, 866:
		return textencoding.Encoding("CP" + strconv.Itoa(n))
	case 874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258:
		return textencoding.Encoding("Windows-" + strconv.Itoa(n))
	}
	return map[int]textencoding.Encoding{
		932: "Shift-JIS", 936: "GB18030", 949: "EUC-KR", 950: "Big5", 10000: "Mac Roman",
	}[n]
}
