//go:build !nobrowser && noaxe

package web_test

func (p *tab) accessible(string) {}
