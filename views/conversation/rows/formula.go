package rows

import (
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
)

// formula sets the source of a formula as the text to copy. A formula shown as typed can also be
// clicked to copy it alone.
func (s *Setter) formula(row *Row, t *Text, run textflow.Run) {
	if !run.Shade {
		t.Source = run.Formula
		if s.Base >= 0 {
			t.Start, t.End = run.Start+s.Base, run.End+s.Base
		}
		return
	}
	if onCopy := s.OnCopy; onCopy != nil && run.Link == "" {
		row.Spots = append(row.Spots, Spot{
			Area: Area{t.X - 2, t.LineTop, t.W + 4, t.LineHeight}, Name: i18n.Text("Copy formula"), Tip: true, Radius: 4,
			Do: func() { onCopy(run.Formula) },
		})
	}
}
