package attachments

// Tokens is about how many tokens a picture of this size costs. Services count differently and tell the truth only
// afterwards (GATEWAY.md 2.5); this is the widespread way of tiles: the picture is thought to fit into
// 2,048 by 2,048 with its short side at most 768; each tile of 512 by 512 that it touches costs 170, and 85 are added.
func Tokens(width, height int) int {
	if width <= 0 || height <= 0 {
		return 0
	}
	w, h := float64(width), float64(height)
	if long := max(w, h); long > 2048 {
		w, h = w*2048/long, h*2048/long
	}
	if short := min(w, h); short > 768 {
		w, h = w*768/short, h*768/short
	}
	tiles := func(side float64) int { return max(1, int((side+511)/512)) }
	return 85 + 170*tiles(w)*tiles(h)
}
