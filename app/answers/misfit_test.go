package answers

import (
	"strings"
	"testing"

	"parlando/app/chat"
)

func TestCellsThatFitAndCellsThatDoNot(t *testing.T) {
	column := chat.Column{Name: "c", Options: []string{"Credit card", "cash", "–"}}
	for _, c := range []struct {
		kind         chat.ColumnKind
		fit, misfits []string
	}{
		{chat.ColumnNumber, []string{
			"", " ", "0", "7", "-7,15", "+3", "− 3", "1.234,56", "1,234.56", "1 234,56", "1\u202f234,56", "1'234.50", "1’234", "12,34,567", "1_000", ".5", ",5", "1e5", "1.5E-3",
			"12 %", "12%", "٣٫١٤", "１２", "1.234.567", "1.234.567,8", "0.000001", "1.5", "1,500,000.25", "3 kg", "~3", "12 m²", "ca. 5 km/h", "€ 5",
		}, []string{
			"abc", "kg", "2026-01-02", "31.12.2026", "1.2.3", "1..2", "1,2,3.4", "-", "1-2", "12:30", "3 or 4", "1/2", "1.234.5", "1,234.5.6", strings.Repeat("1", 300),
		}},
		{chat.ColumnAmount, []string{
			"", "7", "€ 7,15", "7,15 €", "€7.15", "-7,15", "7,15-", "(7.15)", "($1,234.56)", "-$5", "$-5", "US$ 5", "USD 5", "5 USD", "CHF 1'234.50", "5 kr", "kr 5", "5,00 zł", "Rs. 500", "R$ 5,00",
			"5 eur", "EUR 1.234,56", "1 234,56 ₽", "¥1,200", "1200円", "元5", "7,–", "7,- €", "7.--", "Fr. 7.–", "5 euros", "1.2 Mio. €", "฿100", "£.50", "300 ден.", "−3 €", "₹12,34,567.00", "12.50 Fr.",
		}, []string{
			"abc", "€", "12 %", "free", "approx 3 €", "1.2.3 €", "5 € and 3 €", "2026-01-02", strings.Repeat("1", 300),
		}},
		{
			chat.ColumnYesNo,
			[]string{"", "yes", "No", "TRUE", "false", "x", "✓", "✅", "ja", "Nein.", "oui", "non", "sí", "да", "нет", "はい", "いいえ", "是", "नहीं", "hayır", "Não"},
			[]string{"maybe", "yes and no", "7", "unknown", strings.Repeat("yes", 100)},
		},
		{chat.ColumnDate, []string{
			"", "2026-11-30", "30.11.2026", "30.11.26", "30/11/2026", "11/30/2026", "2026/11/30", "30. 11. 2026", "30-11-2026", "2026-11-30T12:30:00Z", "30.11.2026 12:30", "11/30/26, 3:05 PM",
			"20261130", "30.11.", "11/2026", "2026-11", "2026", "29.2.2024", "2/29/2024", "2026年11月30日", "30 November 2026", "November 30, 2026", "Nov 30", "30. März 2026", "1st of May 2026",
			"le 3 août 2026", "dimanche 3", "November", "Michaelmas 1215", "1.–3.5.2026", "1 - 3 May 2026", "26-11-30", "29 February 2024", "3 listopada 2026", "2026-11-30T12:30:00+01:00",
		}, []string{
			"31/11/2026", "2026-11-31", "29.2.2026", "29.2.2025", "13/13/2026", "0.1.2026", "20261131", "12345", "-", "—", "?", "soon", "31 November 2026", "November 31, 2026", "30 Feb", "29 February 2026",
			"31. Juni 2026", "31 avril 2026", "1.2.3.4", "12:30", "2026-00-10", "32.1.", strings.Repeat("1.", 200),
		}},
		{chat.ColumnOption, []string{"", "cash", "CASH", " credit  card ", "Credit-Card", "–"}, []string{"card", "cash or credit card", "-", strings.Repeat("cash", 100)}},
		{chat.ColumnText, []string{"", "anything", strings.Repeat("x", 1<<20)}, nil},
		{"a kind of a later version", []string{"anything"}, nil},
	} {
		column.Kind = c.kind
		for _, cell := range c.fit {
			if reason := misfit(column, cell); reason != "" {
				t.Errorf("%s: %q: %s", c.kind, cell, reason)
			}
		}
		for _, cell := range c.misfits {
			if reason := misfit(column, cell); reason == "" {
				t.Errorf("%s: %.80q fits", c.kind, cell)
			}
		}
	}
}
