import Advertising
import Testing

@Suite("Parameters of true[X]")
struct TruexAdParametersTests {
    @Test("T-adParameters-string-or-object: mean the same as an object, a string or a list")
    func forms() {
        let expected = TruexAdParameters.twoStage(
            TruexReference(
                userID: "u", placementHash: "7", configurationTemplate: "https://a.test/x"))
        let object = #"{"user_id": "u", "placement_hash": 7, "vast_config_url": "a.test/x"}"#
        #expect((try? TruexAdParameters(parsing: object)) == expected)
        let text = #""{\"user_id\":\"u\",\"placement_hash\":7,\"vast_config_url\":\"a.test/x\"}""#
        #expect((try? TruexAdParameters(parsing: text)) == expected)
        let list = ["user_id": "u", "placement_hash": "7", "vast_config_url": "a.test/x"]
        #expect((try? TruexAdParameters(list)) == expected)
    }

    @Test("of one stage are kept whole, with sorted keys")
    func oneStage() throws {
        let parameters = try TruexAdParameters(
            parsing: """
                {"tag_type": "choice_card", "ads": [{"id": 9007199254740993, "name": "a/b"}],
                 "card_configurations": [{"sec": "30", "aa": -1, "ratio": 0.5, "on": true}]}
                """)
        #expect(
            parameters
                == .oneStage(
                    json: #"{"ads":[{"id":9007199254740993,"name":"a/b"}],"card_configurations":"#
                        + #"[{"aa":-1,"on":true,"ratio":0.5,"sec":"30"}],"tag_type":"choice_card"}"#
                ))
    }

    @Test(
        "give a complete address, whatever parts are missing",
        arguments: [
            ("get.truex.com/a", "https://get.truex.com/a"),
            ("//get.truex.com/a", "https://get.truex.com/a"),
            (" http://127.0.0.1:80/a ", "http://127.0.0.1:80/a"),
            ("HTTPS://get.truex.com/a", "HTTPS://get.truex.com/a"),
            ("localhost:8000/a", "https://localhost:8000/a"),
            ("[::1]:8000/a", "https://[::1]:8000/a"),
            ("get.truex.com/a?u=http://b.test/", "https://get.truex.com/a?u=http://b.test/"),
            ("get.truex.com/!~", "https://get.truex.com/!~"),
        ])
    func addresses(written: String, whole: String) throws {
        #expect(
            try TruexAdParameters(["vast_config_url": written])
                == .twoStage(TruexReference(configurationTemplate: whole)))
    }

    @Test(
        "give only http(s) addresses",
        arguments: [
            "ftp://a.test/", "file:///etc/passwd", "javascript://x", "https://", "/path", "?q",
            "a.test/line\nbreak", "a.test/ space", "a.test/\u{7F}", "http://?x", "data://x/y", "",
        ])
    func otherAddresses(written: String) {
        #expect(throws: UnusableTruexParameters.self) {
            try TruexAdParameters(["vast_config_url": written])
        }
    }

    @Test(
        "have their macros replaced by encoded values",
        arguments: [
            ("?s=[stream_id]&u=[user_id]", "?s=s%201&u=u%261"),
            ("?u=${user-id}&ip=%%USER_IP%%", "?u=u%261&ip="),
            ("?s=%5Bstream_id%5D&t=%5bstream_id%5d", "?s=s%201&t=s%201"),
            ("?u=%24%7Buser-id%7D&v=$%7Buser-id%7D", "?u=u%261&v=u%261"),
            ("?a=[app_id]&b=%5BAPPBUNDLE%5D", "?a=org.example%20radio&b=org.example%20radio"),
            ("?c=[cachebuster]", "?c=[cachebuster]"),
        ])
    func macros(template: String, address: String) {
        let reference = TruexReference(
            userID: "u&1", configurationTemplate: "https://a.test/\(template)")
        let viewer = TruexViewer(streamID: "s 1", userID: "nobody", appID: "org.example radio")
        #expect(reference.configurationAddress(for: viewer) == "https://a.test/\(address)")
    }

    @Test("name no app if it has no name")
    func unnamedApp() {
        let reference = TruexReference(configurationTemplate: "https://a.test/?a=[app_id]&b=1")
        let viewer = TruexViewer(streamID: "s", userID: "u")
        #expect(reference.configurationAddress(for: viewer) == "https://a.test/?a=&b=1")
    }

    @Test("name the user of the schedule, else the listener")
    func user() {
        let reference = TruexReference(configurationTemplate: "https://a.test/[user_id]")
        let viewer = TruexViewer(streamID: "s", userID: "listener")
        #expect(reference.configurationAddress(for: viewer) == "https://a.test/listener")
    }
}
