<?php
function clean(string $text): string
{
    return trim(strip_tags($text));
}
?>
<p>Sent with <?= clean('care') ?></p>
