import Advertising
import Testing

@testable import InterludeCLI

@Suite("What 'inspect schedule' prints on a terminal")
struct InspectTableTests {
    private func table(_ document: String) throws -> [String] {
        try AdSchedule(parsing: Array(document.utf8), address: "schedule").table
    }

    @Test("is a line for each break, and for each of its ads")
    func placed() throws {
        let table = try table(
            """
            {"ads": {"breaks": [{"breakId": "b", "timeOffset": 9.96, "duration": 31.94, "ads": [
             {"apiFramework": "VPAID", "duration": 1.94, "adParameters":
              {"user_id": "u", "placement_hash": "h", "vast_config_url": "get.truex.com/h"}},
             {"apiFramework": null, "duration": 30}]}]}}
            """)
        #expect(
            table == [
                "uplynkPreplay: 1 break",
                "break  start (s)  length (s)",
                "    1      9.960      31.940  midroll, true[X], placeholder until 11.900, id b",
                "           9.960       1.940    truex (VPAID)",
                "          11.900      30.000    linear",
            ])
    }

    @Test("names the place of a break whose time is unknown, and what is wrong")
    func unplaced() throws {
        let table = try table(
            #"<VMAP><AdBreak timeOffset="12.5%" breakType="linear"/></VMAP>"#)
        #expect(
            table == [
                "vmap: 1 break", "break  start (s)  length (s)",
                "    1      12.5%           ?  midroll",
                "remark: break 1: there is nothing in it; it never starts",
            ])
    }

    @Test("H15: says which ads are only shown over the stream")
    func nonLinear() throws {
        let document = """
            <VAST version="4.2"><Ad><InLine><Creatives><Creative><NonLinearAds><NonLinear/>
            </NonLinearAds></Creative></Creatives></InLine></Ad></VAST>
            """
        #expect(try table(document).contains("           0.000       0.000    nonLinear"))
        let schedule = try AdSchedule(parsing: Array(document.utf8), address: "schedule")
        #expect(schedule.inspection.description.contains(#""kind":"nonLinear""#))
    }

    @Test("contains no terminal command of the document")
    func hostile() throws {
        let table = try table(
            """
            {"ads": {"breaks": [{"breakId": "\\u001b[2J", "timeOffset": 1, "duration": 3, "ads": [
             {"apiFramework": "\\u001b]0;x", "duration": 3}]}]}}
            """)
        #expect(table.allSatisfy { line in !line.unicodeScalars.contains("\u{1B}") })
    }
}
