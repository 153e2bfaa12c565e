package widgets

// DropdownOf returns a Dropdown that shows *chosen and opens a menu of all options. words returns
// the label of an option.
func DropdownOf[T comparable](name string, all []T, words func(T) string, chosen *T) *Dropdown {
	var choice *Dropdown
	choice = NewDropdown(name, func() {
		items := make([]MenuItem, len(all))
		for i, one := range all {
			items[i] = MenuItem{Text: words(one), Chosen: one == *chosen, Do: func() {
				*chosen = one
				choice.Set(words(one))
			}}
		}
		ShowMenu(choice, items)
	})
	choice.Set(words(*chosen))
	return choice
}
