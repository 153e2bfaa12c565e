package client

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"parlando/client/wire"
)

func TestPricesOfEveryService(t *testing.T) {
	var cases []struct {
		Name  string
		Model json.RawMessage
		Price *Price
	}
	data, err := os.ReadFile("testdata/prices.json")
	if err == nil {
		err = json.Unmarshal(data, &cases)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		m, ok := readModel(c.Model)
		if !ok || !reflect.DeepEqual(m.Price, c.Price) {
			got, _ := json.Marshal(m.Price)
			want, _ := json.Marshal(c.Price)
			t.Errorf("%s: %s, want %s", c.Name, got, want)
		}
	}
}

// FuzzPrice looks for entries whose prices are negative or without a currency.
func FuzzPrice(f *testing.F) {
	data, _ := os.ReadFile("testdata/prices.json")
	list, _ := wire.ParseArray(data)
	for _, raw := range list {
		c, _ := wire.ParseObject(raw)
		f.Add([]byte(c["model"]))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m, _ := readModel(body)
		if m.Price == nil {
			return
		}
		if m.Price.Currency == "" {
			t.Error("a price without a currency")
		}
		for _, r := range shortRates {
			if amount := *r.field(m.Price); amount != nil && (*amount < 0 || *amount > maxAmount) {
				t.Errorf("an amount of %d", *amount)
			}
		}
	})
}
