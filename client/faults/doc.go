// Package faults puts a bad network between the client and the practice gateway: Shopify's
// toxiproxy resets, slows, slices, delays and cuts real connections over loopback. It is a module
// of its own so that Parlando does not depend on the proxy; its go.work takes Parlando from two
// folders up, with whatever that depends on.
package faults
