package documents

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"strings"
	"unicode/utf16"
)

// oldOffice returns the format of a compound file, by its stream names: Word, Excel or PowerPoint
// before 2007, an Outlook message, or an encrypted newer file. The directory can be anywhere in the
// file, but each name starts at a multiple of 128 bytes.
func oldOffice(file *source, size int64, name string) Format {
	streams := []struct {
		name   []byte
		format Format
	}{
		{wide("WordDocument\x00"), OldWord},
		{wide("Workbook\x00"), OldExcel},
		{wide("Book\x00"), OldExcel},
		{wide("PowerPoint Document\x00"), OldSlides},
		{wide("__nameid_version1.0\x00"), OutlookMessage},
		{wide("EncryptedPackage\x00"), lockedOffice(name)},
	}
	buf := make([]byte, 256<<10)
	for at := int64(0); at < min(size, maxCompound); at += int64(len(buf)) {
		n, _ := file.ReadAt(buf[:min(int64(len(buf)), size-at)], at)
		for i := 0; i+128 <= n; i += 128 {
			for _, s := range streams {
				if bytes.HasPrefix(buf[i:], s.name) {
					return s.format
				}
			}
		}
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".xls", ".xlt":
		return OldExcel
	case ".ppt", ".pps":
		return OldSlides
	}
	return OldWord
}

// lockedOffice returns the format of an encrypted file of Word, Excel or PowerPoint; only the file
// name tells them apart.
func lockedOffice(name string) Format {
	switch ending := strings.ToLower(filepath.Ext(name)); {
	case strings.HasPrefix(ending, ".doc"), strings.HasPrefix(ending, ".dot"):
		return Word
	case strings.HasPrefix(ending, ".xl"):
		return Spreadsheet
	case strings.HasPrefix(ending, ".pp"), strings.HasPrefix(ending, ".pot"):
		return Slides
	}
	return Office
}

// maxCompound is the number of bytes of a compound file to search.
const maxCompound = 64 << 20

// wide returns a name in UTF-16.
func wide(name string) []byte {
	var b []byte
	for _, c := range utf16.Encode([]rune(name)) {
		b = binary.LittleEndian.AppendUint16(b, c)
	}
	return b
}
