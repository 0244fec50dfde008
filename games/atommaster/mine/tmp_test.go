package mine

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"
)

func TestTmp(t *testing.T) {
	d, _ := time.ParseDuration(os.Getenv("FOR"))
	seed, _ := strconv.ParseUint(os.Getenv("SEED"), 10, 64)
	ctx, c := context.WithTimeout(context.Background(), d)
	defer c()
	w := map[string]int{}
	json.Unmarshal([]byte(os.Getenv("WANT")), &w)
	f, _ := os.Create(os.Getenv("OUT"))
	n := map[string]int{}
	st := time.Now()
	Mine(ctx, w, seed, func(th string, l int, pl, key string) {
		n[th]++
		fmt.Fprintf(f, "%s-%d\t%d\t%s\t%s\n", th, n[th], l, pl, key)
	})
	fmt.Println(n, time.Since(st))
}
