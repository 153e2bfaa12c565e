package rows

import (
	"cmp"
	"strings"

	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/markdown"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

// picture lays out the placeholder of a linked picture.
func (s *Typesetter) picture(set *BlockLayout, block markdown.Block, left float32) {
	var alt strings.Builder
	for _, r := range block.Runs {
		alt.WriteString(r.Text)
	}
	set.Rows = []*Row{s.PlaceRemotePicture(block.Link, alt.String(), left)}
}

// PlaceRemotePicture returns the placeholder of a remote picture. The placeholder shows the host;
// the picture is only opened in the browser, when the user asks for it.
func (s *Typesetter) PlaceRemotePicture(addr, alt string, left float32) *Row {
	row := &Row{Height: 58}
	width := s.Width - left
	row.Boxes = []Box{{Area: Area{left, 0, width, row.Height}, Border: theme.ColorLine, Top: cardRadius, Bottom: cardRadius}}
	row.Icons = []Icon{{X: left + 15, Y: 20, Size: 18, Name: "image", Color: theme.ColorMuted}}
	host, ok := markdown.LinkInfo(addr)
	where := i18n.Text("Picture from {{.Host}} (not shown, to protect you)", map[string]any{"Host": host})
	button := left + width
	if ok {
		button = s.PlaceButton(row, i18n.Text("Open in browser"), left+width-10, 11, Secondary, func() { s.OnPicture(addr) })
	} else {
		where = addr // an address that cannot be opened is shown unchanged
	}
	room := button - left - 54
	s.PlaceText(row, cmp.Or(alt, i18n.Text("A picture")), left+44, 9, room, textflow.Style{Size: TextSize}, fynetheme.ColorNameForeground)
	s.PlaceText(row, where, left+44, 30, room, textflow.Style{Size: SmallSize}, theme.ColorMuted)
	return row
}
