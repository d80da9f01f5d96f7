import HLSPlaylists
import Testing

@Suite("The attributes of a tag")
struct AttributeListTests {
    @Test(
        "are read with commas and equals signs inside quotation marks",
        arguments: [
            (#"A=1,B="x,y=z",C=0xAB"#, ["A=1", "B=x,y=z", "C=0xAB"]),
            (#" A = 1 , B= "x" junk,C=2"#, ["A=1", "B=x", "C=2"]),
            (#"A="open"#, ["A=open"]),
            ("A=1,A=2,NONE,=3,B=", ["A=1", "B="]),
            ("D=/DAn+a==,E=1", ["D=/DAn+a==", "E=1"]),
            ("", []),
        ])
    func read(text: String, entries: [String]) {
        #expect(AttributeList(parsing: text).entries.map { "\($0.name)=\($0.value)" } == entries)
    }

    @Test("are at most 256")
    func limited() {
        let text = (0..<1_000).map { "A\($0)=1" }.joined(separator: ",")
        #expect(AttributeList(parsing: text).entries.count == HLSLimits.attributeCount)
    }
}
