<?php

namespace Example;

use Example\Transport\Smtp;
use InvalidArgumentException as Invalid;

require_once 'helpers.php';

/**
 * Sends messages.
 */
final class Mailer
{
    public function __construct(private Smtp $transport)
    {
    }

    /**
     * @param string $to   address
     * @param string $text what is sent
     */
    public function send(string $to, string $text): bool
    {
        if ($to === '') {
            throw new Invalid('no address');
        }
        return $this->transport->deliver(clean($to), $text);
    }
}
