package practice

import "image"

// espressoCells are the mean colors of the one photo that practice knows, in a grid of four by
// three cells: the espresso of the tour and of the README.
var espressoCells = [][3]int{
	{115, 54, 24},
	{195, 125, 83},
	{207, 140, 97},
	{200, 128, 81},
	{177, 81, 43},
	{155, 75, 43},
	{163, 79, 45},
	{179, 97, 54},
	{170, 110, 75},
	{74, 16, 7},
	{103, 38, 20},
	{156, 78, 38},
}

// isEspresso reports whether a picture is the photo of an espresso, in any size and format.
func isEspresso(img image.Image) bool {
	const columns, rows, grid, tolerance = 4, 3, 24, 6
	bounds := img.Bounds()
	for i, want := range espressoCells {
		var sum [3]int
		for n := range grid * grid {
			x, y := i%columns*grid+n%grid, i/columns*grid+n/grid
			r, g, b, _ := img.At(bounds.Min.X+(2*x+1)*bounds.Dx()/(2*columns*grid), bounds.Min.Y+(2*y+1)*bounds.Dy()/(2*rows*grid)).RGBA()
			sum[0], sum[1], sum[2] = sum[0]+int(r>>8), sum[1]+int(g>>8), sum[2]+int(b>>8)
		}
		for part := range want {
			if off := sum[part]/(grid*grid) - want[part]; off < -tolerance || off > tolerance {
				return false
			}
		}
	}
	return true
}

const espressoReply = `That is an **espresso** with a thick crema, in a red cup with a spoon on the saucer. At home you need an espresso machine, fresh beans and half a minute.

| For one cup | Amount |
|:--|--:|
| Coffee, ground finely | 9 g |
| Water at 93 °C | 20 ml |
| Time | 25 s |

1. **Warm the cup** with hot water, so that the crema stays.
2. **Grind** the beans just before you brew, and press them flat and level.
3. **Brew** until the cup holds about 20 ml, then stop at once.

> Sour? Grind finer. Bitter? Grind coarser. Change only one thing at a time.`
