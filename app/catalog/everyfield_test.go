package catalog

import (
	"reflect"
	"slices"
	"testing"

	"parlando/app/internal/fieldtest"
)

func TestEveryFieldOfAConditionIsCloned(t *testing.T) {
	full := fieldtest.Full[Condition]()
	fieldtest.Cloned(t, full, full.clone(), ".Problem.Refusal") // which never changes
}

// everyField is a document of which every field is set, besides the one that is dropped when it is
// read.
func everyField() document {
	d := fieldtest.Full[document]()
	d.Connections["a"].Models[0].Unsupported = nil
	return d
}

// What the writer gets is a copy, and a restart finds all of it.
func TestEveryFieldOfTheCatalogIsCopiedAndStored(t *testing.T) {
	dir := t.TempDir()
	c, err := Load(dir, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.document = everyField()
	const model = ".Connections[a].Models[0]"
	fieldtest.Cloned(t, c.document, *c.snapshot().(*document),
		// These are replaced, never changed.
		".Connections[a].Condition.Problem.Refusal", model+".Refusals[0].Refusal", model+".Works", model+".RefusedFor", model+".TypedFor", model+".Formats", model+".Voices", model+".PriceListed", model+".PriceTyped")
	c.SaveSoon()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if c, err = Load(dir, nil, nil); err != nil || !reflect.DeepEqual(c.document, everyField()) {
		t.Errorf("read back are\n%+v, %v, want\n%+v", c.document, err, everyField())
	}
}

// Every field of a listed model comes back, and what the list says of one does not stay when a
// later list says nothing.
func TestEveryFieldOfAListedModelIsKnown(t *testing.T) {
	c, err := Load(t.TempDir(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	// Not from the list.
	elsewhere := []string{"Guessed", "Refused", "Gone", "Favorite", "LastUsed", "Chosen", "PriceTyped", "SearchRefused"}
	listed := fieldtest.Full[Model]()
	c.SetListed("s", []Model{listed})
	full, _ := c.Model("s", listed.ID)
	c.SetListed("s", []Model{{ID: listed.ID}})
	empty, _ := c.Model("s", listed.ID)
	for name, one := range fieldtest.Each(full) {
		of := func(m Model) any { return reflect.ValueOf(m).FieldByName(name).Interface() }
		if !slices.Contains(elsewhere, name) && !reflect.DeepEqual(of(one), of(listed)) {
			t.Errorf("%s is %v, listed as %v", name, of(one), of(listed))
		}
		if want := (Model{ID: listed.ID, Name: listed.ID, Listed: true}); !reflect.DeepEqual(of(empty), of(want)) {
			t.Errorf("%s stays %v", name, of(empty))
		}
	}
}

// What the list cannot restore keeps an entry that is listed no longer.
func TestEveryFieldThatTheListCannotRestoreKeepsAModel(t *testing.T) {
	ofTheList := []string{
		"ID", "Name", "Listed", "Purpose", "Ends", "SeesListed", "ReadsListed", "ToolsListed", "SchemasListed", "ThinksListed", "Modalities", "WebSearch", "Context",
		"Formats", "Voices", "Diarizes", "PriceListed",
		"EndSeen", "Unsupported", // worth nothing without the model
	}
	for name, e := range fieldtest.Each(fieldtest.Full[entry]()) {
		if e.dear() == slices.Contains(ofTheList, name) {
			t.Errorf("with %s it is dear: %t", name, e.dear())
		}
	}
}
