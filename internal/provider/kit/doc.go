// Package kit is what all resources share: provider data, the view of the broker that plans are checked against, ids,
// durations, dynamic values, diagnostics and timeouts.
package kit
