package widgets

// ChoiceOf returns a Choice that shows *chosen and opens a menu of all options. words returns the
// label of an option.
func ChoiceOf[T comparable](name string, all []T, words func(T) string, chosen *T) *Choice {
	var choice *Choice
	choice = NewChoice(name, func() {
		items := make([]MenuItem, len(all))
		for i, one := range all {
			items[i] = MenuItem{Words: words(one), Chosen: one == *chosen, Do: func() {
				*chosen = one
				choice.Set(words(one))
			}}
		}
		ShowMenu(choice, items)
	})
	choice.Set(words(*chosen))
	return choice
}
