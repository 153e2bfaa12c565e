package heif

import (
	"encoding/binary"
	"errors"
)

// errNoGrid means that the picture is not composed of tiles, or not in a supported way.
var errNoGrid = errors.New("heif: the picture is not made of tiles")

// Grid is a picture composed of tiles, as phones write it (ISO/IEC 23008-12:2022, 6.6.2.3). Each
// tile is a separate picture.
type Grid struct {
	// Width and Height are the stored size in pixels, before rotation. The tiles may extend beyond
	// it.
	Width, Height         int
	Rows, Columns         int
	TileWidth, TileHeight int

	file  file
	tiles []uint32
}

// Limits of decoding tile by tile: the pixels of one tile, for which a decoder takes up to 32 bytes
// each, and the pixels of one row of tiles.
const (
	maxTilePixels = 4 << 20
	maxBandPixels = 16 << 20
)

// ReadGrid reads the tiles of the primary picture. It allocates little and never panics.
func ReadGrid(data []byte) (*Grid, error) {
	g := &Grid{file: readFile(data)}
	primary, ok := g.file.primary()
	if !ok || g.file.kinds[primary] != "grid" {
		return nil, errNoGrid
	}
	for _, property := range g.file.properties(primary) {
		if property.Kind == "clap" {
			return nil, errNoGrid // the picture is to be cropped
		}
	}
	body := g.file.content(primary)
	if len(body) < 8 {
		return nil, errNoGrid
	}
	const wide = 1 // the flag for sizes of 32 bits
	g.Rows, g.Columns = int(body[2])+1, int(body[3])+1
	if body[1]&wide == 0 {
		g.Width, g.Height = int(binary.BigEndian.Uint16(body[4:])), int(binary.BigEndian.Uint16(body[6:]))
	} else if len(body) >= 12 {
		w, h := binary.BigEndian.Uint32(body[4:]), binary.BigEndian.Uint32(body[8:])
		if w > 1<<24 || h > 1<<24 {
			return nil, errNoGrid
		}
		g.Width, g.Height = int(w), int(h)
	}
	g.tiles = g.file.references("dimg", primary)
	if len(g.tiles) != g.Rows*g.Columns {
		return nil, errNoGrid
	}
	var first Header
	for _, property := range g.file.properties(g.tiles[0]) {
		first.take(property)
	}
	g.TileWidth, g.TileHeight = first.Width, first.Height
	if g.Width < 1 || g.Height < 1 || g.TileWidth < 1 || g.TileHeight < 1 || g.TileWidth*g.TileHeight > maxTilePixels ||
		g.Width*g.TileHeight > maxBandPixels || (g.Columns-1)*g.TileWidth >= g.Width || g.Columns*g.TileWidth < g.Width ||
		(g.Rows-1)*g.TileHeight >= g.Height || g.Rows*g.TileHeight < g.Height {
		return nil, errNoGrid
	}
	return g, nil
}

// Tile returns a tile, numbered row by row, as a separate file without rotation.
func (g *Grid) Tile(i int) []byte { return g.file.alone(g.tiles[i]) }
