package cost

import (
	"reflect"
	"testing"
)

func TestSumsDifferInEveryField(t *testing.T) {
	full := Sum{Amounts: []Money{{Micros: 1, Currency: "USD"}}, About: true, Unknown: 1}
	if !full.Equal(full) {
		t.Error("a sum is not equal to itself")
	}
	for i := range reflect.TypeFor[Sum]().NumField() {
		name, other := reflect.TypeFor[Sum]().Field(i).Name, full
		if reflect.ValueOf(&other).Elem().Field(i).SetZero(); other.Equal(full) {
			t.Errorf("without %s it is equal", name)
		}
		var got, one Sum
		reflect.ValueOf(&one).Elem().Field(i).Set(reflect.ValueOf(full).Field(i))
		if got.AddSum(one); !got.Equal(one) {
			t.Errorf("%s is not added", name)
		}
	}
}

func TestEveryCountIsAdded(t *testing.T) {
	var ones, twos Counts
	set := func(c *Counts, n int64) {
		for _, v := range []reflect.Value{reflect.ValueOf(c).Elem(), reflect.ValueOf(&c.Tokens).Elem()} {
			for i := range v.NumField() {
				if v.Field(i).CanInt() {
					v.Field(i).SetInt(n)
				}
			}
		}
	}
	set(&ones, 1)
	set(&twos, 2)
	got := ones
	if got.Add(ones); got != twos {
		t.Errorf("%+v, want %+v", got, twos)
	}
}
