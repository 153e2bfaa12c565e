package main

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"parley/app/documents"
)

var (
	// textParts are the parts of a file of Office or OpenDocument that hold words.
	textParts = regexp.MustCompile(`^(word/(document\d*|footnotes|endnotes|comments|header\d*|footer\d*)|` +
		`ppt/(slides|notesSlides)/[^/]*|(word|ppt|xl)/(charts|diagrams|drawings)/[^/]*|` +
		`xl/(comments[^/]*|sharedStrings|worksheets/sheet\d+)|content)\.xml$`)
	// textElements hold words in the parts of Office.
	textElements = regexp.MustCompile(`^(t|p|h|span|a)$`)
)

// compareWords names the words of files that the text which Parley reads lacks.
func compareWords(ctx context.Context, files []string) error {
	fmt.Print("| file | part | words missing | of | which |\n|---|---|---|---|---|\n")
	for _, file := range files {
		name := filepath.Base(file)
		doc, err := documents.Read(ctx, file, documents.Options{})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fmt.Printf("| %s | | no: %v | | |\n", name, err)
			continue
		}
		z, err := zip.OpenReader(file)
		if err != nil {
			continue // RTF and HTML have no parts
		}
		text := strings.Join(wordsOf(doc.Text), "")
		for _, part := range z.File {
			if !textParts.MatchString(part.Name) {
				continue
			}
			words := wordsOfPart(part)
			var missing []string
			for _, w := range words {
				if !strings.Contains(text, w) {
					missing = append(missing, w)
				}
			}
			if len(missing) > 0 {
				fmt.Printf("| %s | %s | %d | %d | %s |\n", name, part.Name, len(missing),
					len(words), strings.Join(missing[:min(len(missing), 8)], " "))
			}
		}
		if err := z.Close(); err != nil {
			return err
		}
	}
	return nil
}

// wordsOfPart returns the words of a part, as far as it can be read, without what a reviewer struck
// out and what the part repeats.
func wordsOfPart(part *zip.File) (words []string) {
	r, err := part.Open()
	if err != nil {
		return nil
	}
	defer r.Close()
	d := xml.NewDecoder(io.LimitReader(r, 16<<20))
	inside := false
	for {
		token, err := d.Token()
		if err != nil {
			return words
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "del", "moveFrom", "Fallback", "rPh", "tracked-changes":
				if d.Skip() != nil {
					return words
				}
			default:
				inside = textElements.MatchString(t.Name.Local)
			}
		case xml.EndElement:
			inside = inside && t.Name.Local != "t"
		case xml.CharData:
			if inside {
				words = append(words, wordsOf(string(t))...)
			}
		}
	}
}
