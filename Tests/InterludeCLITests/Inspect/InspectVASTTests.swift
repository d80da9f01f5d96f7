import TestFiles
import TestServers
import Testing

@Suite("What 'inspect vast' and 'inspect vmap' print")
struct InspectVASTTests {
    private let command: BuiltCommand

    init() throws {
        command = try BuiltCommand()
    }

    private func inspect(_ kind: String, _ document: String) throws -> Command {
        let path = try command.folder.write(document.utf8, to: "document.xml")
        return try command.run(["inspect", kind, path])
    }

    @Test("is one object with the ads in order, and the verdict")
    func vast() throws {
        let run = try inspect(
            "vast",
            """
            <VAST version="4.2"><Error>http://a/none</Error>
            <Ad id="7" sequence="1" adType="hybrid"><InLine>
            <AdTitle>Tea</AdTitle><Impression>http://a/i</Impression><Creatives><Creative>
            <Linear skipoffset="00:00:05"><Duration>00:00:30</Duration><TrackingEvents>
            <Tracking event="start">http://a/s</Tracking>
            <Tracking event="progress" offset="50%">http://a/p</Tracking></TrackingEvents>
            <MediaFiles><MediaFile type="audio/mpeg" bitrate="128">http://a/t.mp3</MediaFile>
            </MediaFiles></Linear></Creative></Creatives></InLine></Ad>
            <Ad><Wrapper><VASTAdTagURI>http://b/</VASTAdTagURI></Wrapper></Ad></VAST>
            """)
        #expect(run.status == 0)
        #expect(
            run.output == """
                {"ads":[{"adType":"hybrid","adVerificationNotExecuted":[],\
                "chosenMedia":"http://a/t.mp3","companions":[],"duration":30,"errors":[],\
                "id":"7","impressions":["http://a/i"],\
                "kind":"inline","media":[{"bitrate":128,"type":"audio/mpeg",\
                "url":"http://a/t.mp3"}],"progress":[{"event":"progress","offset":"50%",\
                "url":"http://a/p"}],"sequence":1,"skipOffset":5,"title":"Tea",\
                "tracking":{"progress":["http://a/p"],"start":["http://a/s"]},"verdict":"playable",\
                "verifications":[]},{"adVerificationNotExecuted":[],"allowMultipleAds":false,\
                "companions":[],"errors":[],"fallbackOnNoAd":false,"followAdditionalWrappers":true,\
                "impressions":[],"kind":"wrapper","tracking":{},"verdict":"wrapper",\
                "verifications":[],"wrapperURL":"http://b/"}],"dialect":"VAST",\
                "errors":["http://a/none"],"verdict":"playable","version":"4.2"}

                """)
    }

    @Test("is one object with the breaks and where their ads are")
    func vmap() throws {
        let run = try inspect(
            "vmap",
            """
            <VMAP version="1.0"><AdBreak breakId="pre" timeOffset="start" breakType="linear">
            <AdSource><VASTAdData><VAST version="3.0"/></VASTAdData></AdSource></AdBreak>
            <AdBreak timeOffset="00:10:00" repeatAfter="00:05:00" breakType="linear"><AdSource>
            <AdTagURI>http://a/tag</AdTagURI></AdSource></AdBreak>
            <AdBreak timeOffset="noon"><AdSource><CustomAdData/></AdSource></AdBreak></VMAP>
            """)
        #expect(run.status == 0)
        #expect(
            run.output == """
                {"breaks":[{"allowMultipleAds":true,"id":"pre","source":"inline",\
                "timeOffset":"start","tracking":{},"type":"linear","verdict":"noAd"},\
                {"allowMultipleAds":true,"repeatAfter":300,"source":"tag","timeOffset":"00:10:00",\
                "tracking":{},"type":"linear","url":"http://a/tag"},{"allowMultipleAds":true,\
                "error":"its timeOffset is not one of VMAP; left out","source":"custom",\
                "timeOffset":"noon","tracking":{},"type":"linear"}],"version":"1.0"}

                """)
    }

    @Test(
        "is an error with its VAST code, and status 65, for another document",
        arguments: [
            ("vast", "<VideoAdServingTemplate/>", 102), ("vast", "<VMAP/>", 101),
            ("vast", "{}", 100), ("vmap", "<VAST/>", 101), ("vmap", "<VMAP>", 100),
        ])
    func refused(kind: String, document: String, code: Int) throws {
        let run = try inspect(kind, document)
        #expect(run.status == 65)
        #expect(run.output.hasPrefix(#"{"code":\#(code),"error":"#), "\(run.output)")
        #expect(run.output.hasSuffix(#","verdict":"error"}"# + "\n"), "\(run.output)")
        #expect(run.errors.hasPrefix("interlude: ") && run.errors.contains("document.xml"))
    }
}
