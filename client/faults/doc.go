// Package faults tests the client over a bad network: Shopify's toxiproxy, between the client and
// the practice gateway, resets, slows down, slices, delays and cuts real loopback connections. It
// is a separate module so that Parlando does not depend on the proxy. Its go.work includes
// Parlando, two folders up, and thereby Parlando's dependencies.
package faults
