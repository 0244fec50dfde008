package web_test

import "os"

func (p *tab) keeps(name string) {
	var picture struct{ Data []byte }
	p.do(p.t, p.session, "Page.captureScreenshot", map[string]any{}, &picture)
	_ = os.WriteFile("/dev/shm/people-"+name+".png", picture.Data, 0o644)
}
