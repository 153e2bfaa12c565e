package cut

type page struct{}

func (p *page) change([]byte) error { return nil }
