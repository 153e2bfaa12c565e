package widgets

// ChoiceOf makes a field that shows *chosen, and a menu of all of them when it is pressed. words
// returns what one is called.
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
