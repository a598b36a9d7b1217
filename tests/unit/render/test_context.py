"""The small parts that many pages share."""

from sourcebook.render.context import signature


def test_a_long_signature_has_one_parameter_a_line():
    text = "std::vector<int> first_of(std::map<std::string, int>& given, std::function<void(int)> each) const"
    assert signature(text).split("\n") == [
        "std::vector<int> first_of(",
        "    std::map<std::string, int>& given,",
        "    std::function<void(int)> each,",
        ") const",
    ]


def test_a_sign_that_opened_nothing_closes_nothing():
    text = "integer(<<Sign, Rest/binary>>, Handler, Gathered, Stack, Config) when Sign =:= $e; Sign > $E"
    assert "".join(signature(text).split()).replace(",)", ")") == "".join(text.split())
