package rows

import (
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
)

// formula makes t copy the source of the formula in run. A formula that is shown as its source gets
// a clickable area that copies the formula alone.
func (s *Typesetter) formula(row *Row, t *Text, run textflow.Run) {
	if !run.Code {
		t.Source = run.Formula
		if s.SourceOffset >= 0 {
			t.Start, t.End = run.Start+s.SourceOffset, run.End+s.SourceOffset
		}
		return
	}
	if onCopy := s.OnCopy; onCopy != nil && run.Link == "" {
		row.ClickAreas = append(row.ClickAreas, ClickArea{
			Area: Area{t.X - 2, t.LineTop, t.W + 4, t.LineHeight}, Name: i18n.Text("Copy formula"), HasTooltip: true, Radius: 4,
			Do: func() { onCopy(run.Formula) },
		})
	}
}
