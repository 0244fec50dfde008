package window
import ("testing";"time";"runtime/pprof";"os";"fmt")
func TestZZ(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newMonkey(t, "", "2", 99)
	for i := range 8 {
		for end := time.Now().Add(25*time.Second); time.Now().Before(end); { m.act() }
		fmt.Println(i, m.heap()>>10)
		if i==1 || i==7 { f,_ := os.Create(fmt.Sprintf("/tmp/heap%d.out",i)); pprof.WriteHeapProfile(f); f.Close() }
	}
}
