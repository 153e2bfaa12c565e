// Package faults simulates a bad network between the client and the practice gateway: Shopify's
// toxiproxy resets, slows down, slices, delays and cuts real loopback connections. It is a separate
// module so that Parlando does not depend on the proxy; its go.work includes Parlando, two folders
// up, with its dependencies.
package faults
