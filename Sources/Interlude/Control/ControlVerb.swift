/// What `interlude ctl` can ask for; the names are those of the protocol as well.
package enum ControlVerb: String, Codable, Sendable, CaseIterable {
    case status, push, ignore, pause, resume, live, delay, seek, volume, skip, play, stop
}
