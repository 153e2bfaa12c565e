package cost

import (
	"reflect"
	"testing"

	"parlando/app/internal/fieldtest"
)

func TestSumsDifferInEveryField(t *testing.T) {
	fieldtest.Compared(t, Sum.Equal)
	for name, one := range fieldtest.Each(fieldtest.Full[Sum]()) {
		var got Sum
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
