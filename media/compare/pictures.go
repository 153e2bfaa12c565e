package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"

	"parley/media/picture"
)

// pictureCase is a picture that is made of others in the folder.
type pictureCase struct {
	name string
	make []string // a program and its arguments
	like string   // the picture that it must look like as ImageMagick decodes that; "" is itself
}

// pictureCases make their files in this order.
func pictureCases() []pictureCase {
	var cases []pictureCase
	tool := func(name, like string, args ...string) { cases = append(cases, pictureCase{name, args, like}) }
	tool("base.png", "", "convert", "-size", "96x64", "gradient:red-blue", "(", "-size", "96x64", "radial-gradient:white-black", ")", "-compose", "overlay", "-composite",
		"-fill", "lime", "-draw", "rectangle 4,4 20,20", "-fill", "black", "-draw", "rectangle 70,40 90,60", "-depth", "8", "PNG24:base.png")
	tool("alpha.png", "", "convert", "base.png", "-alpha", "set", "-channel", "A", "-evaluate", "multiply", "0.5", "+channel", "PNG32:alpha.png")
	from := func(name string, args ...string) {
		tool(name, "", append(append([]string{"convert", "base.png"}, args...), name)...)
	}
	for _, depth := range []string{"1", "2", "4", "8"} {
		from("gray-"+depth+".png", "-colorspace", "Gray", "-depth", depth, "-define", "png:color-type=0", "-define", "png:bit-depth="+depth)
		from("palette-"+depth+".png", "-colors", map[string]string{"1": "2", "2": "4", "4": "16", "8": "200"}[depth], "-define", "png:color-type=3", "-define", "png:bit-depth="+depth)
	}
	from("deep.png", "-depth", "16", "-define", "png:bit-depth=16")
	from("deep-gray.png", "-colorspace", "Gray", "-depth", "16", "-define", "png:bit-depth=16", "-define", "png:color-type=0")
	from("interlaced.png", "-interlace", "PNG")
	tool("gray-alpha.png", "", "convert", "alpha.png", "-colorspace", "Gray", "-define", "png:color-type=4", "gray-alpha.png")
	tool("palette-alpha.png", "", "convert", "alpha.png", "-colors", "64", "PNG8:palette-alpha.png")
	from("plain.jpg", "-quality", "92")
	from("progressive.jpg", "-interlace", "JPEG")
	from("gray.jpg", "-colorspace", "Gray")
	from("cmyk.jpg", "-colorspace", "CMYK")
	for _, sampling := range []string{"1x1", "2x1", "1x2", "2x2", "4x1"} {
		from("sampling-"+sampling+".jpg", "-sampling-factor", sampling)
	}
	from("rgb.jpg", "-set", "colorspace", "sRGB", "-define", "jpeg:colorspace=RGB", "-sampling-factor", "1x1")
	for _, o := range []string{"top-left", "top-right", "bottom-right", "bottom-left", "left-top", "right-top", "right-bottom", "left-bottom"} {
		from("turned-"+o+".jpg", "-orient", o)
		from("turned-"+o+".tiff", "-orient", o)
	}
	tool("base.ppm", "", "convert", "base.png", "base.ppm")
	tool("arithmetic.jpg", "base.png", "cjpeg", "-arithmetic", "-outfile", "arithmetic.jpg", "base.ppm")
	tool("restart.jpg", "", "cjpeg", "-restart", "2", "-outfile", "restart.jpg", "base.ppm")
	from("plain.gif")
	from("interlaced.gif", "-interlace", "GIF")
	tool("moving.gif", "", "convert", "-delay", "10", "base.png", "(", "base.png", "-negate", ")", "-loop", "0", "moving.gif")
	from("lossy.webp", "-quality", "85")
	from("lossless.webp", "-define", "webp:lossless=true")
	tool("alpha.webp", "", "cwebp", "-quiet", "-q", "90", "alpha.png", "-o", "alpha.webp")
	tool("alpha-lossless.webp", "", "cwebp", "-quiet", "-lossless", "alpha.png", "-o", "alpha-lossless.webp")
	tool("moving.webp", "moving.gif", "gif2webp", "-quiet", "moving.gif", "-o", "moving.webp")
	for _, packed := range []string{"None", "LZW", "Zip", "RLE", "JPEG", "Fax", "Group4"} {
		if packed == "Fax" || packed == "Group4" {
			from("packed-"+packed+".tiff", "-monochrome", "-compress", packed)
			continue
		}
		from("packed-"+packed+".tiff", "-compress", packed)
	}
	from("gray.tiff", "-colorspace", "Gray")
	from("one-bit.tiff", "-monochrome")
	from("deep.tiff", "-depth", "16")
	from("float.tiff", "-depth", "32", "-define", "quantum:format=floating-point")
	from("cmyk.tiff", "-colorspace", "CMYK")
	from("palette.tiff", "-type", "Palette")
	from("big-endian.tiff", "-define", "tiff:endian=msb")
	from("tiled.tiff", "-define", "tiff:tile-geometry=32x32")
	from("planes.tiff", "-interlace", "plane")
	from("lab.tiff", "-colorspace", "Lab")
	tool("alpha.tiff", "", "convert", "alpha.png", "alpha.tiff")
	from("24.bmp", "-type", "TrueColor")
	from("v2.bmp", "-define", "bmp:format=bmp2")
	from("v3.bmp", "-define", "bmp:format=bmp3")
	from("565.bmp", "-define", "bmp:subtype=RGB565")
	from("555.bmp", "-define", "bmp:subtype=RGB555")
	from("rle.bmp", "-colors", "100", "-compress", "RLE")
	from("one-bit.bmp", "-monochrome")
	from("16-colors.bmp", "-colors", "16", "-type", "Palette")
	tool("alpha.bmp", "", "convert", "alpha.png", "alpha.bmp")
	tool("plain.heic", "base.png", "heif-enc", "-q", "95", "base.png", "-o", "plain.heic")
	tool("plain.avif", "base.png", "avifenc", "--min", "5", "--max", "10", "base.png", "plain.avif")
	from("upside-down.png", "-rotate", "180")
	tool("turned.avif", "upside-down.png", "avifenc", "--min", "5", "--max", "10", "--irot", "2", "base.png", "turned.avif")
	tool("lossless.avif", "base.png", "avifenc", "--lossless", "base.png", "lossless.avif")
	tool("alpha.avif", "alpha.png", "avifenc", "--min", "5", "--max", "10", "alpha.png", "alpha.avif")
	tool("limited.avif", "base.png", "avifenc", "--min", "5", "--max", "10", "-r", "limited", "--yuv", "420", "base.png", "limited.avif")
	for _, other := range []string{"pcx", "tga", "psd", "jp2", "ico", "svg", "ppm", "xpm", "jxl"} {
		from("other." + other)
	}
	return cases
}

func comparePictures(ctx context.Context, dir, only string) error {
	fmt.Println("\n| picture | made by | Parley says | mean difference of 255 | largest |")
	fmt.Println("|---|---|---|---|---|")
	for _, c := range pictureCases() {
		_, made := run(ctx, dir, c.make[0], c.make[1:]...)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !strings.Contains(c.name, only) {
			continue
		}
		by := strings.Join(c.make, " ")
		if made != nil {
			fmt.Printf("| %s | %s | (%v) | | |\n", c.name, by, made)
			continue
		}
		like := c.like
		if like == "" {
			like = c.name
		}
		fmt.Printf("| %s | %s | %s |\n", c.name, by, judgePicture(ctx, dir, c.name, like))
	}
	return nil
}

// judgePicture compares what Parley makes of a picture with what ImageMagick makes of another one, or of the same.
func judgePicture(ctx context.Context, dir, name, like string) string {
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return err.Error() + " | |"
	}
	large, err := picture.NewLarge(ctx, data)
	if err != nil {
		var known *picture.Error
		if errors.As(err, &known) {
			return fmt.Sprintf("no: %s %s, %v | |", known.Reason, known.Format, known.Err)
		}
		return fmt.Sprintf("no, %v | |", err)
	}
	width, height := large.Size()
	got, err := large.Part(ctx, image.Rect(0, 0, width, height), width, height)
	if err != nil {
		return err.Error() + " | |"
	}
	says := fmt.Sprintf("%d x %d", width, height)
	want, err := run(ctx, dir, "convert", like+"[0]", "-auto-orient", "-colorspace", "sRGB", "-alpha", "set", "-depth", "8", "RGBA:-")
	if err != nil || len(want) != 4*width*height {
		return fmt.Sprintf("%s | (%d bytes, %v) |", says, len(want), err)
	}
	sum, largest := 0., 0.
	for y := range height {
		for x := range width {
			g, w := got.Pix[got.PixOffset(x, y):], want[4*(y*width+x):]
			if g[3] == 0 && w[3] == 0 {
				continue
			}
			for i := range 4 {
				d := math.Abs(float64(g[i]) - float64(w[i]))
				sum, largest = sum+d, max(largest, d)
			}
		}
	}
	return fmt.Sprintf("%s | %.2f | %.0f", says, sum/float64(4*width*height), largest)
}
