package rabbitmq

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
)

// pageSize is the largest that the broker allows (deps/rabbitmq_management/src/
// rabbit_mgmt_util.erl, maximum_page_size).
const pageSize = 500

// maxListings bounds how often a listing is begun again because it changed meanwhile.
const maxListings = 5

type page[T any] struct {
	Items         []T `json:"items"`
	FilteredCount int `json:"filtered_count"`
	PageCount     int `json:"page_count"`
}

// pages lists a collection of a virtual host page by page. If the number of objects
// changes between two pages, an object may have moved from a page that is still to
// come to one that has been read: the listing then begins again.
func pages[T any](ctx context.Context, c *Client, vhost, collection string, query url.Values) ([]T, error) {
	path, err := apiPath(collection, vhost)
	if err != nil {
		return nil, err
	}
	query.Set("page_size", strconv.Itoa(pageSize))
	for range maxListings {
		all, stable, err := allPages[T](ctx, c, path, query)
		if err != nil || stable {
			return all, err
		}
	}
	return nil, fmt.Errorf("%s changed during each of %d attempts to list it", path, maxListings)
}

func allPages[T any](ctx context.Context, c *Client, path string, query url.Values) (all []T, stable bool, err error) {
	total := -1
	for number := 1; ; number++ {
		query.Set("page", strconv.Itoa(number))
		var p page[T]
		if err := c.get(ctx, path+"?"+query.Encode(), &p); err != nil {
			return nil, false, err
		}
		if total >= 0 && p.FilteredCount != total {
			return nil, false, nil
		}
		total = p.FilteredCount
		all = append(all, p.Items...)
		if number >= p.PageCount {
			return all, len(all) == total, nil
		}
	}
}
