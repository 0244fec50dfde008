package x11_test
import ("testing";"fmt";"attic/internal/xtest";"github.com/jezek/xgb/xproto")
func TestDump(t *testing.T){
	s := xtest.Start(t, "640x480x24")
	for _, l := range []string{"us","de","us,ru","us,de","de,us","fr,de,us", "us,de,fr,pl"} {
		layout(t,s,l)
		r,_ := xproto.GetKeyboardMapping(s.Conn, 8, 248).Reply()
		n:=int(r.KeysymsPerKeycode)
		fmt.Print(l," ",n)
		for _,c := range []int{24,43,67} { fmt.Printf(" | %d: %x",c,r.Keysyms[(c-8)*n:(c-7)*n]) }
		fmt.Println()
	}
}
